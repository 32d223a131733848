#include "frontend/passes/fill_bounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "frontend/diagnostic.h"
#include "frontend/passes/builder.h"

namespace hlo2c::frontend {
namespace {

using Replacement = std::optional<std::vector<ValueId>>;
using Shape = std::vector<std::int64_t>;
/// Sizes that are known when the program runs: a scalar of type i32 for a dimension.
using RunSizes = std::map<std::int64_t, ValueId>;

bool is_bounded(const Type& type) {
    return type.is_tensor() && !type.as_tensor().is_static() && !type.as_tensor().bounds.empty();
}

/// The type with bounds for sizes.
TensorType filled(TensorType type) {
    for (std::size_t d = 0; d < type.shape.size() && d < type.bounds.size(); d++)
        if (type.shape[d] == dynamic_size) type.shape[d] = type.bounds[d];
    type.bounds.clear();
    return type;
}

class BoundsFilling {
public:
    Replacement operator()(Rewriter& rewriter, Op& op) {
        rewriter_ = &rewriter;
        if (op.code == OpCode::SetDimensionSize) return set_size(op);
        if (op.code == OpCode::GetDimensionSize) return get_size(op);
        const bool reads = std::any_of(op.operands.begin(), op.operands.end(),
                                       [&](ValueId value) { return sizes_.count(value) != 0; });
        const bool makes = std::any_of(op.results.begin(), op.results.end(),
                                       [&](ValueId value) { return is_bounded(rewriter.type(value)); });
        if (!reads && !makes) return std::nullopt;
        switch (op.code) {
            case OpCode::BroadcastInDim:
                return give(op, moved(op.operands[0], op.integers("broadcast_dimensions")));
            case OpCode::DotGeneral: return contract(op);
            case OpCode::DynamicBroadcastInDim: return broadcast_to(op);
            case OpCode::Reduce: return reduce(op);
            case OpCode::Reshape: return reshape(op);
            case OpCode::Transpose: return transpose(op);
            default: break;
        }
        const bool by_element = has_trait(op.code, op_trait::Elementwise) || op.code == OpCode::Select ||
                                op.code == OpCode::Clamp;
        if (!by_element) refuse(op);
        RunSizes sizes;
        for (const ValueId operand : op.operands)
            if (rewriter.tensor(operand).rank() == rewriter.tensor(op.results[0]).rank())
                sizes.merge(RunSizes(sizes_of(operand)));
        return give(op, std::move(sizes));
    }

private:
    [[noreturn]] void refuse(const Op& op) const {
        unsupported(216, place_of(rewriter_->program(), op),
                    fmt::format("{} works on a size that is only bounded", spelling(op.code)),
                    "Give the program arguments of known sizes.");
    }

    RunSizes sizes_of(ValueId value) const {
        const auto known = sizes_.find(value);
        return known == sizes_.end() ? RunSizes{} : known->second;
    }

    /// Sizes of a value whose dimension d becomes places[d].
    RunSizes moved(ValueId value, const Shape& places) const {
        RunSizes sizes;
        for (const auto& [dimension, size] : sizes_of(value))
            sizes[places.at(static_cast<std::size_t>(dimension))] = size;
        return sizes;
    }

    /// The same op at the bounds.
    Replacement give(const Op& op, RunSizes sizes) {
        Op same = op;
        same.results.clear();
        const ValueId value = rewriter_->emit(std::move(same), filled(rewriter_->tensor(op.results[0])));
        if (!sizes.empty()) sizes_[value] = std::move(sizes);
        return std::vector{value};
    }

    Replacement set_size(const Op& op) {
        Builder b(*rewriter_);
        const ValueId operand = op.operands[0];
        const std::int64_t dimension = op.integer("dimension", 0);
        const TensorType type = rewriter_->tensor(operand);
        if (!type.is_static()) return std::nullopt;
        RunSizes sizes = sizes_of(operand);
        sizes[dimension] = b.convert(op.operands[1], ElementType::I32);
        // A value of its own, which has this size from here on.
        const ValueId value = rewriter_->emit(Op{.code = OpCode::Reshape, .operands = {operand}}, type);
        sizes_[value] = std::move(sizes);
        return std::vector{value};
    }

    Replacement get_size(const Op& op) {
        const RunSizes sizes = sizes_of(op.operands[0]);
        const auto known = sizes.find(op.integer("dimension", 0));
        if (known == sizes.end()) return std::nullopt;
        return std::vector{
            Builder(*rewriter_).convert(known->second, rewriter_->tensor(op.results[0]).element)};
    }

    /// `value` with `fill`, a scalar, past its size in these dimensions.
    ValueId masked(ValueId value, const Shape& dimensions, ValueId fill) {
        Builder b(*rewriter_);
        for (const auto& [dimension, size] : sizes_of(value)) {
            if (std::find(dimensions.begin(), dimensions.end(), dimension) == dimensions.end()) continue;
            const Shape shape = b.tensor(value).shape;
            const ValueId at = b.iota(TensorType{shape, ElementType::I32, {}, {}}, dimension);
            const ValueId inside = b.compare("LT", at, b.broadcast(size, {}, shape));
            value = b.select(inside, value, spread(fill, b.tensor(value)));
        }
        return value;
    }

    ValueId spread(ValueId scalar, const TensorType& type) {
        Op op{.code = OpCode::BroadcastInDim, .operands = {scalar}};
        op.set_attribute("broadcast_dimensions", IntegerArray{{}, "i64"});
        return rewriter_->emit(std::move(op), type);
    }

    Replacement reduce(Op& op) {
        const Shape dimensions = op.integers("dimensions");
        const std::size_t inputs = op.operands.size() / 2;
        RunSizes sizes;
        for (const auto& [dimension, size] : sizes_of(op.operands[0])) {
            if (std::find(dimensions.begin(), dimensions.end(), dimension) != dimensions.end()) continue;
            const auto before = std::count_if(dimensions.begin(), dimensions.end(),
                                              [d = dimension](std::int64_t other) { return other < d; });
            sizes[dimension - before] = size;
        }
        for (std::size_t i = 0; i < inputs; i++)
            op.operands[i] = masked(op.operands[i], dimensions, op.operands[inputs + i]);
        std::vector<Type> types;
        for (const ValueId result : op.results) types.emplace_back(filled(rewriter_->tensor(result)));
        Op same = op;
        same.results.clear();
        const std::vector<ValueId> values = rewriter_->emit(std::move(same), types);
        if (!sizes.empty())
            for (const ValueId value : values) sizes_[value] = sizes;
        return values;
    }

    Replacement contract(Op& op) {
        const DotDimensions dimensions = dot_dimensions(op);
        Builder b(*rewriter_);
        RunSizes sizes;
        std::int64_t next = static_cast<std::int64_t>(dimensions.lhs_batching.size());
        for (const bool left : {true, false}) {
            ValueId& operand = op.operands[left ? 0 : 1];
            const Shape &batching = left ? dimensions.lhs_batching : dimensions.rhs_batching,
                        &contracting = left ? dimensions.lhs_contracting : dimensions.rhs_contracting;
            const TensorType type = rewriter_->tensor(operand);
            const RunSizes given = sizes_of(operand);
            if (!given.empty() && type.is_quantized()) refuse(op);
            for (std::int64_t d = 0; d < type.rank(); d++) {
                const auto batch = std::find(batching.begin(), batching.end(), d);
                const bool contracts =
                    std::find(contracting.begin(), contracting.end(), d) != contracting.end();
                if (contracts) continue;
                const std::int64_t place = batch != batching.end() ? batch - batching.begin() : next++;
                if (const auto size = given.find(d); size != given.end()) sizes[place] = size->second;
            }
            if (!given.empty())
                operand = masked(operand, contracting, b.uniform(TensorType{{}, type.element, {}, {}}, 0));
        }
        return give(op, std::move(sizes));
    }

    /// Sizes that are computed are those of the result.
    Replacement broadcast_to(Op& op) {
        Builder b(*rewriter_);
        const TensorType type = filled(rewriter_->tensor(op.results[0]));
        if (!type.is_static()) refuse(op);
        const ValueId shape = op.operands[1];
        RunSizes sizes;
        for (std::int64_t d = 0; d < type.rank(); d++) {
            if (rewriter_->tensor(op.results[0]).shape[static_cast<std::size_t>(d)] != dynamic_size) continue;
            Op part{.code = OpCode::Slice, .operands = {shape}};
            part.set_attribute("start_indices", IntegerArray{{d}, "i64"});
            part.set_attribute("limit_indices", IntegerArray{{d + 1}, "i64"});
            part.set_attribute("strides", IntegerArray{{1}, "i64"});
            const ValueId size =
                rewriter_->emit(std::move(part), TensorType{{1}, rewriter_->tensor(shape).element, {}, {}});
            sizes[d] = b.convert(b.reshape(size, {}), ElementType::I32);
        }
        const Shape places = op.integers("broadcast_dimensions"),
                    from = rewriter_->tensor(op.operands[0]).shape;
        for (std::size_t d = 0; d < places.size(); d++)
            if (from[d] != 1 && from[d] != type.shape[static_cast<std::size_t>(places[d])]) refuse(op);
        Op wide{.code = OpCode::BroadcastInDim, .operands = {op.operands[0]}};
        wide.set_attribute("broadcast_dimensions", IntegerArray{places, "i64"});
        const ValueId value = rewriter_->emit(std::move(wide), type);
        sizes_[value] = std::move(sizes);
        return std::vector{value};
    }

    Replacement transpose(const Op& op) {
        const Shape permutation = op.integers("permutation");
        Shape places(permutation.size());
        for (std::size_t d = 0; d < permutation.size(); d++)
            places[static_cast<std::size_t>(permutation[d])] = static_cast<std::int64_t>(d);
        return give(op, moved(op.operands[0], places));
    }

    /// Other dimensions may be cut and joined; one whose size is bounded has to stay what it is.
    Replacement reshape(const Op& op) {
        const Shape from = rewriter_->tensor(op.operands[0]).shape,
                    to = filled(rewriter_->tensor(op.results[0])).shape;
        RunSizes sizes;
        for (const auto& [dimension, size] : sizes_of(op.operands[0])) {
            const auto elements = [](const Shape& shape, std::size_t end) {
                return std::accumulate(shape.begin(), shape.begin() + static_cast<std::ptrdiff_t>(end),
                                       std::int64_t{1}, std::multiplies<>());
            };
            const auto at = static_cast<std::size_t>(dimension);
            std::size_t place = 0;
            while (place < to.size() && (elements(to, place) != elements(from, at) || to[place] != from[at]))
                place++;
            if (place == to.size()) refuse(op);
            sizes[static_cast<std::int64_t>(place)] = size;
        }
        return give(op, std::move(sizes));
    }

    Rewriter* rewriter_ = nullptr;
    std::map<ValueId, RunSizes> sizes_;
};

}  // namespace

void fill_bounds(Program& program) {
    for (Function& function : program.functions) {
        bool found = false;
        for_each_op(std::as_const(function.body),
                    [&](const Op& op) { found = found || op.code == OpCode::SetDimensionSize; });
        for (const Value& value : function.values) found = found || is_bounded(value.type);
        if (!found) continue;
        BoundsFilling filling;
        Rewriter(program, function).run([&](Rewriter& rewriter, Op& op) { return filling(rewriter, op); });
    }
}

}  // namespace hlo2c::frontend
