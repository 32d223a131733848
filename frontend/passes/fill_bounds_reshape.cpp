#include <algorithm>
#include <limits>
#include <numeric>

#include "frontend/passes/bounds_rules.h"

namespace hlo2c::frontend::bounds {
namespace {

std::int64_t elements(const std::vector<std::int64_t>& shape, std::size_t end) {
    return std::accumulate(shape.begin(), shape.begin() + static_cast<std::ptrdiff_t>(end), std::int64_t{1},
                           std::multiplies<>());
}

/// Sizes of the result if its valid elements lie in memory as the operand's do, else nothing. Static
/// dimensions may be split and merged freely; a bounded dimension must stay as it is, or be split into or
/// merged with dimensions after it. The valid elements then precede all others.
std::optional<RunSizes> sizes_in_place(BoundsFilling& filling, const Op& op) {
    const Shape from = filling.rewriter().tensor(op.operands[0]).shape,
                declared = filling.rewriter().tensor(op.results[0]).shape,
                to = filled(filling.rewriter().tensor(op.results[0])).shape;
    if (elements(from, from.size()) != elements(to, to.size())) return std::nullopt;
    const RunSizes given = filling.sizes_of(op.operands[0]);
    const bool says_which = std::count(declared.begin(), declared.end(), dynamic_size) != 0;
    const auto find = [&](const auto& fits) {
        std::size_t place = 0;
        while (place < to.size() && !fits(place)) place++;
        return place;
    };
    Builder b(filling.rewriter());
    RunSizes sizes;
    for (const auto& [dimension, size] : given) {
        const auto at = static_cast<std::size_t>(dimension);
        const auto begins_here = [&](std::size_t place) {
            return elements(to, place) == elements(from, at) &&
                   (!says_which || declared[place] == dynamic_size);
        };
        std::size_t place = find([&](std::size_t p) { return begins_here(p) && to[p] == from[at]; });
        if (place < to.size()) {
            sizes[static_cast<std::int64_t>(place)] = size;
            continue;
        }
        place = find([&](std::size_t p) { return begins_here(p) && says_which; });
        if (place == to.size() || elements(to, to.size()) == 0) return std::nullopt;
        std::size_t from_end = at + 1, to_end = place + 1;
        while (elements(from, from_end) != elements(to, to_end))
            elements(from, from_end) < elements(to, to_end) ? from_end++ : to_end++;
        for (std::size_t d = at + 1; d < from_end; d++)
            if (given.count(static_cast<std::int64_t>(d)) != 0) return std::nullopt;
        const std::int64_t joined = elements(from, from_end) / elements(from, at + 1),
                           cut = elements(to, to_end) / elements(to, place + 1);
        sizes[static_cast<std::int64_t>(place)] =
            b.divide(b.multiply(size, filling.number(joined)), filling.number(cut));
    }
    return sizes;
}

/// Refuses ops whose elements cannot be moved one by one: there are none, or their scales depend on their
/// positions.
void require_elements(BoundsFilling& filling, const Op& op, const TensorType& type) {
    const TensorType from = filling.rewriter().tensor(op.operands[0]);
    if (from.element_count() == 0 || type.element_count() == 0)
        filling.refuse(op, "its operand or its result has no elements at the bound");
    if (from.is_quantized() && from.quantization.front().axis >= 0)
        filling.refuse(op, "each slice has its own scale");
}

}  // namespace

/// The valid elements of `value`, in row-major order, as a tensor of this type with these sizes. Each result
/// element is gathered: its position among the valid elements gives its place in `value`.
ValueId rearranged(BoundsFilling& filling, ValueId value, const TensorType& type, const RunSizes& sizes) {
    Builder b(filling.rewriter());
    const TensorType from = b.tensor(value);
    const std::int64_t count = from.element_count(), places = type.element_count();
    constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
    const ElementType integer = std::max(count, places) > most ? ElementType::I64 : ElementType::I32;
    const TensorType index{type.shape, integer, {}, {}};
    const auto whole = [&](ValueId scalar) { return filling.spread(b.convert(scalar, integer), index); };
    ValueId position = b.uniform(index, 0);
    for (std::int64_t d = 0; d < type.rank(); d++) {
        const auto size = sizes.find(d);
        const ValueId extent =
            size != sizes.end() ? size->second : filling.number(type.shape[static_cast<std::size_t>(d)]);
        position = b.add(b.multiply(position, whole(extent)), b.iota(index, d));
    }
    const Shape strides = row_major_strides(from.shape);
    ValueId place = b.uniform(index, 0);
    for (std::int64_t d = from.rank() - 1; d >= 0; d--) {
        const ValueId extent = whole(filling.larger(filling.size_in(value, d), filling.number(1)));
        const ValueId stride = filling.rewriter().emit_constant(
            Literal::scalar(integer, std::int64_t{strides[static_cast<std::size_t>(d)]}));
        const ValueId along = d == 0 ? position : b.binary(OpCode::Remainder, position, extent);
        place = b.add(place, b.multiply(along, filling.spread(stride, index)));
        position = b.divide(position, extent);
    }
    TensorType flat = from;
    flat.shape = {count};
    const ValueId line = filling.rewriter().emit(Op{.code = OpCode::Reshape, .operands = {value}}, flat);
    const ValueId found = taken(filling, line, 0, b.reshape(place, {places}));
    return filling.rewriter().emit(Op{.code = OpCode::Reshape, .operands = {found}}, type);
}

/// The size of the one bounded dimension is the number of valid elements divided by the other extents.
Replacement reshape(BoundsFilling& filling, Op& op) {
    if (const std::optional<RunSizes> sizes = sizes_in_place(filling, op)) return filling.give(op, *sizes);
    const TensorType declared = filling.rewriter().tensor(op.results[0]), type = filled(declared),
                     from = filling.rewriter().tensor(op.operands[0]);
    const auto open = std::find(declared.shape.begin(), declared.shape.end(), dynamic_size);
    if (!type.is_static() || std::count(declared.shape.begin(), declared.shape.end(), dynamic_size) != 1)
        filling.refuse(op, "the result type does not say which dimension is bounded");
    const auto place = open - declared.shape.begin();
    require_elements(filling, op, type);
    Builder b(filling.rewriter());
    ValueId total = filling.number(1);
    for (std::int64_t d = 0; d < from.rank(); d++)
        total = b.multiply(total, filling.size_in(op.operands[0], d));
    const std::int64_t others = type.element_count() / type.shape[static_cast<std::size_t>(place)];
    const RunSizes sizes = {{place, b.divide(total, filling.number(others))}};
    return std::vector{filling.with_sizes(rearranged(filling, op.operands[0], type, sizes), sizes)};
}

Replacement dynamic_reshape(BoundsFilling& filling, Op& op) {
    const RunSizes sizes = sizes_from(filling, op, op.operands[1]);
    const TensorType type = filled(filling.rewriter().tensor(op.results[0]));
    const std::optional<RunSizes> in_place = sizes_in_place(filling, op);
    if (in_place && in_place->size() == sizes.size()) {
        const ValueId value =
            filling.rewriter().emit(Op{.code = OpCode::Reshape, .operands = {op.operands[0]}}, type);
        return std::vector{filling.with_sizes(value, sizes)};
    }
    require_elements(filling, op, type);
    return std::vector{filling.with_sizes(rearranged(filling, op.operands[0], type, sizes), sizes)};
}

}  // namespace hlo2c::frontend::bounds
