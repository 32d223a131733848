#include "frontend/ir/attributes.h"
#include "frontend/ir/enum_table.h"
#include "frontend/ir/library_calls.h"
#include "frontend/ops/custom_top_k.h"
#include "frontend/ops/dynamic_reduce_window.h"
#include "frontend/ops/shape_operands.h"
#include "frontend/passes/simplify_rules.h"

namespace hlo2c::frontend {
namespace {

/// A reducer region that only calls `name`: its arguments are scalars of the element types of `operands`, for
/// both sides.
Region calling(Rewriter& rewriter, const std::string& name, const std::vector<ValueId>& operands) {
    Region region;
    std::vector<Type> elements;
    for (ValueId operand : operands) {
        TensorType element = rewriter.tensor(operand);
        element.shape.clear();
        elements.emplace_back(std::move(element));
    }
    for (int side = 0; side < 2; side++)
        for (const Type& element : elements) region.arguments.push_back(rewriter.new_value(element));
    Op call{.code = OpCode::Call, .operands = region.arguments};
    call.set(attr::callee, SymbolAttribute{name});
    for (const Type& element : elements) call.results.push_back(rewriter.new_value(element));
    Op give_back{.code = OpCode::Return, .operands = call.results};
    region.ops.push_back(std::move(call));
    region.ops.push_back(std::move(give_back));
    return region;
}

/// Lists that are no window stay, so that the call is refused as it is written.
Replacement reduce_window(Rewriter& rewriter, Op& op) {
    const auto call = dynamic_reduce_window(op);
    if (!call) return std::nullopt;
    WindowLists lists;
    for (std::size_t i = 0; i < lists.size(); i++) {
        const auto known = known_integers(rewriter, op.operands[call->first_list() + i]);
        if (!known) return std::nullopt;
        lists[i] = *known;
    }
    if (!problem_of(lists, rewriter.tensor(op.operands[0]).shape.size()).empty()) return std::nullopt;
    Op window = reduce_window_of(lists);
    window.regions.push_back(
        calling(rewriter, call->reducer,
                {op.operands.begin(), op.operands.begin() + static_cast<std::ptrdiff_t>(call->inputs)}));
    op.code = window.code;
    op.operands.resize(call->first_list());
    op.attributes = std::move(window.attributes);
    op.regions = std::move(window.regions);
    rewriter.touch();
    return std::nullopt;
}

/// Operands: the state, and the shape of the second result.
Replacement random_bits(Rewriter& rewriter, Op& op) {
    const auto shape = known_integers(rewriter, op.operands[1]);
    const Attribute* algorithm = op.attribute(attr::rng_algorithm);
    if (!shape || algorithm == nullptr) return std::nullopt;
    TensorType bits = rewriter.tensor(op.results[1]);
    bits.shape = *shape;
    Op generator{.code = OpCode::RngBitGenerator, .operands = {op.operands[0]}};
    generator.set_attribute(attr::rng_algorithm, *algorithm);
    return rewriter.emit(std::move(generator), {rewriter.type(op.results[0]), Type(bits)});
}

/// Both results have the operand's shape, except that k elements remain along one dimension; k is the last
/// operand.
Replacement top_k(Rewriter& rewriter, Op& op) {
    const auto kept = op.operands.size() < 2 ? std::nullopt : known_integers(rewriter, op.operands.back());
    if (!kept || kept->size() != 1 || op.results.size() != 2 || !rewriter.tensor(op.operands[0]).is_static())
        return std::nullopt;
    std::vector<std::int64_t> shape = rewriter.tensor(op.operands[0]).shape;
    const auto rank = static_cast<std::int64_t>(shape.size());
    const std::int64_t dimension = custom_top_k(op).dimension.value_or(rank - 1);
    if (dimension < 0 || dimension >= rank) return std::nullopt;
    shape[static_cast<std::size_t>(dimension)] = kept->front();
    std::vector<Type> types;
    for (const ValueId result : op.results) {
        TensorType type = rewriter.tensor(result);
        type.shape = shape;
        types.emplace_back(std::move(type));
    }
    if (types[0] == rewriter.type(op.results[0]) && types[1] == rewriter.type(op.results[1]))
        return std::nullopt;
    Op call = op;
    call.results.clear();
    return rewriter.emit(std::move(call), std::move(types));
}

bool fits(const TensorType& declared, const std::vector<std::int64_t>& shape) {
    for (std::size_t d = 0; d < shape.size(); d++)
        if (shape[d] < 0 || (declared.shape[d] != dynamic_size && declared.shape[d] != shape[d]))
            return false;
    return true;
}

/// Gives the results the shapes that operands hold, and removes these operands from the call.
Replacement with_known_shapes(Rewriter& rewriter, const Op& op) {
    const std::vector<std::size_t> positions = shape_operands(rewriter.function(), op);
    std::vector<Type> types;
    for (std::size_t i = 0; i < positions.size(); i++) {
        const auto shape = known_integers(rewriter, op.operands[positions[i]]);
        TensorType type = rewriter.tensor(op.results[i]);
        if (!shape || !fits(type, *shape)) return std::nullopt;
        type.shape = *shape;
        type.bounds.clear();
        types.emplace_back(std::move(type));
    }
    if (types.empty()) return std::nullopt;
    Op call = without_shape_operands(op, positions);
    call.results.clear();
    return rewriter.emit(std::move(call), std::move(types));
}

constexpr auto simplifications = by_enumerator<last_library_call, SimplifyRule>({
    {LibraryCall::DynamicApproximateTopK, top_k},
    {LibraryCall::DynamicRandomBits, random_bits},
    {LibraryCall::DynamicReduceWindow, reduce_window},
    {LibraryCall::DynamicTopK, top_k},
});

}  // namespace

Replacement simplify_dynamic_call(Rewriter& rewriter, Op& op) {
    const LibraryRow& row = library_row(op);
    const SimplifyRule rule = simplifications[static_cast<std::size_t>(row.call)];
    if (rule == nullptr) return with_known_shapes(rewriter, op);
    return has_counts(row, op) ? rule(rewriter, op) : std::nullopt;
}

}  // namespace hlo2c::frontend
