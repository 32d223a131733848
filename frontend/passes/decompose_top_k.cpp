#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/ir/copy_ops.h"
#include "frontend/ops/custom_top_k.h"
#include "frontend/passes/builder.h"
#include "frontend/passes/decompose_rules.h"

namespace hlo2c::frontend {
namespace {

std::vector<ValueId> first_of(Builder& builder, const std::vector<ValueId>& sorted, std::int64_t dimension,
                              std::int64_t kept) {
    std::vector<ValueId> results;
    for (const ValueId value : sorted) {
        std::vector<std::int64_t> limits = builder.tensor(value).shape;
        limits[static_cast<std::size_t>(dimension)] = kept;
        results.push_back(builder.slice_to(value, limits));
    }
    return results;
}

bool all_plain_and_static(const Rewriter& rewriter, const Op& op) {
    const auto is_static = [&](ValueId value) {
        const TensorType* type = std::get_if<TensorType>(&rewriter.type(value).value);
        return type != nullptr && type->is_static() && !type->is_quantized();
    };
    return std::all_of(op.operands.begin(), op.operands.end(), is_static) &&
           std::all_of(op.results.begin(), op.results.end(), is_static);
}

Replacement top_k(Rewriter& rewriter, const Op& op, bool descending) {
    if (op.results.size() != 2 || op.operands.empty() || !all_plain_and_static(rewriter, op) ||
        is_complex(rewriter.tensor(op.operands[0]).element))
        return std::nullopt;
    Builder builder(rewriter);
    const TensorType kept = rewriter.tensor(op.results[0]);
    const TensorType given = rewriter.tensor(op.operands[0]);
    if (given.rank() == 0 || kept.rank() != given.rank() || kept.shape.back() > given.shape.back())
        return std::nullopt;
    const std::int64_t last = kept.rank() - 1;
    TensorType type = rewriter.tensor(op.operands[0]);
    type.element = rewriter.tensor(op.results[1]).element;
    const std::vector<ValueId> operands = {op.operands[0], builder.iota(type, last)};
    return first_of(
        builder, builder.sort(operands, last, descending ? ComparisonDirection::Gt : ComparisonDirection::Lt),
        last, kept.shape.back());
}

Replacement decompose_top_k(Rewriter& rewriter, Op& op) {
    return top_k(rewriter, op, true);
}

}  // namespace

Replacement decompose_custom_top_k(Rewriter& rewriter, Op& op) {
    return top_k(rewriter, op, custom_top_k(op).largest);
}

Replacement decompose_approximate_top_k(Rewriter& rewriter, Op& op) {
    const std::size_t count = op.results.size();
    if (count < 2 || op.operands.size() < count || !all_plain_and_static(rewriter, op)) return std::nullopt;
    const CustomTopK options = custom_top_k(op);
    const Function* comparator = rewriter.program().function(options.comparator);
    if (comparator == nullptr || comparator->arguments().size() != 2 * count) return std::nullopt;
    const auto& from = rewriter.tensor(op.operands[0]).shape;
    const auto& to = rewriter.tensor(op.results[0]).shape;
    const auto rank = static_cast<std::int64_t>(to.size());
    const std::int64_t dimension = options.dimension.value_or(rank - 1);
    if (from.size() != to.size() || dimension < 0 || dimension >= rank) return std::nullopt;
    const std::int64_t kept = to[static_cast<std::size_t>(dimension)];
    if (kept > from[static_cast<std::size_t>(dimension)]) return std::nullopt;
    Op sort{.code = OpCode::Sort};
    sort.operands.assign(op.operands.begin(), op.operands.begin() + static_cast<std::ptrdiff_t>(count));
    sort.set(attr::sort_dimension, dimension);
    sort.set(attr::is_stable, true);
    Region body = OpCopier([&](ValueId value) {
                      return rewriter.new_value(comparator->type(value));
                  }).copy(comparator->body);
    const std::vector<ValueId> arguments = body.arguments;
    sort.regions.push_back(
        rewriter.make_region(arguments, [&] { return rewriter.splice(std::move(body), arguments); }));
    std::vector<Type> types;
    for (const ValueId operand : sort.operands) types.push_back(rewriter.type(operand));
    Builder builder(rewriter);
    return first_of(builder, rewriter.emit(std::move(sort), std::move(types)), dimension, kept);
}

namespace {

constexpr auto top_k_rows = std::to_array<RuleEntry>({
    {OpCode::ChloTopK, decompose_top_k},
});

}  // namespace

constinit const RuleRows top_k_rules = top_k_rows;

}  // namespace hlo2c::frontend
