#include <algorithm>
#include <functional>

#include "frontend/ir/attributes.h"
#include "frontend/passes/bounds_rules.h"
#include "frontend/passes/simplify_rules.h"

namespace hlo2c::frontend::bounds {

Replacement set_size(BoundsFilling& filling, Op& op) {
    const ValueId operand = op.operands[0];
    if (!filling.rewriter().tensor(operand).is_static()) return std::nullopt;
    RunSizes sizes = filling.sizes_of(operand);
    const std::int64_t dimension = op[attr::dimension];
    const std::optional<Shape> size = known_integers(filling.rewriter(), op.operands[1]);
    const bool is_whole =
        size == Shape{filling.rewriter().tensor(operand).shape.at(static_cast<std::size_t>(dimension))};
    if (is_whole && sizes.find(dimension) == sizes.end()) return std::vector{operand};
    sizes[dimension] = Builder(filling.rewriter()).convert(op.operands[1], ElementType::I32);
    return std::vector{filling.with_sizes(operand, std::move(sizes))};
}

Replacement get_size(BoundsFilling& filling, Op& op) {
    const RunSizes sizes = filling.sizes_of(op.operands[0]);
    const auto known = sizes.find(op[attr::dimension]);
    if (known == sizes.end()) return std::nullopt;
    return std::vector{
        Builder(filling.rewriter()).convert(known->second, filling.rewriter().tensor(op.results[0]).element)};
}

/// Where operands have different bounds, the op runs at the smallest one.
Replacement by_element(BoundsFilling& filling, Op& op) {
    const TensorType declared = filled(filling.rewriter().tensor(op.results[0]));
    Shape least = declared.shape;
    RunSizes sizes;
    const auto is_whole = [&](ValueId operand) {
        return filling.rewriter().tensor(operand).rank() == declared.rank();
    };
    for (const ValueId operand : op.operands) {
        if (!is_whole(operand)) continue;
        sizes.merge(filling.sizes_of(operand));
        for (std::size_t d = 0; d < least.size(); d++)
            least[d] = std::min(least[d], filling.rewriter().tensor(operand).shape[d]);
    }
    for (ValueId& operand : op.operands)
        if (is_whole(operand)) operand = filling.within(operand, least);
    if (least == declared.shape) return filling.give(op, std::move(sizes));
    TensorType type = declared;
    type.shape = least;
    Op smaller{.code = op.code, .operands = op.operands, .attributes = op.attributes};
    smaller.regions = filling.walked(std::move(op.regions));
    Shape high(least.size());
    std::transform(declared.shape.begin(), declared.shape.end(), least.begin(), high.begin(), std::minus<>());
    const ValueId made = with_room(filling, filling.rewriter().emit(std::move(smaller), type), high);
    return std::vector{filling.with_sizes(made, std::move(sizes))};
}

/// Custom calls that decompose into ops or do nothing.
Replacement custom_call(BoundsFilling& filling, Op& op) {
    for (const ValueId result : op.results)
        if (!filling.rewriter().type(result).is_tensor()) filling.refuse(op);
    return filling.expand(op);
}

Replacement constant_like(BoundsFilling& filling, Op& op) {
    const RunSizes sizes = filling.sizes_of(op.operands[0]);
    const Replacement values = filling.expand(op);
    return std::vector{filling.with_sizes(values->front(), sizes)};
}

/// A bounded result is returned as a tensor at its bound, zero past its size.
Replacement give_results(BoundsFilling& filling, Op& op) {
    for (std::size_t i = 0; i < op.operands.size(); i++) {
        ValueId& value = op.operands[i];
        const RunSizes sizes = filling.sizes_of(value);
        if (sizes.empty()) continue;
        const Type& declared = filling.rewriter().function().result_types.at(i);
        if (!is_bounded(declared)) filling.refuse(op);
        const Shape shape = filled(declared.as_tensor()).shape;
        value = filling.zeroed(filling.within(value, shape), sizes);
        Shape high = shape;
        for (std::size_t d = 0; d < high.size(); d++) high[d] -= filling.rewriter().tensor(value).shape[d];
        if (std::any_of(high.begin(), high.end(), [](std::int64_t missing) { return missing > 0; }))
            value = with_room(filling, value, high);
        filling.rewriter().touch();
    }
    return std::nullopt;
}

}  // namespace hlo2c::frontend::bounds
