#include <fmt/format.h>

#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/passes/bounds_rules.h"

namespace hlo2c::frontend::bounds {

/// Elements are reinterpreted, split into a new last dimension, or joined along the last one, which must not
/// be bounded then.
Replacement bitcast(BoundsFilling& filling, Op& op) {
    const std::int64_t rank = std::min(filling.rewriter().tensor(op.operands[0]).rank(),
                                       filling.rewriter().tensor(op.results[0]).rank());
    RunSizes sizes = filling.sizes_of(op.operands[0]);
    if (sizes.erase(rank) != 0)
        filling.refuse(op, "only a bound is known for the number of parts of an element");
    return filling.give(op, std::move(sizes));
}

Replacement broadcast(BoundsFilling& filling, Op& op) {
    const Shape places = op[attr::broadcast_dimensions];
    const TensorType operand = filling.rewriter().tensor(op.operands[0]),
                     result = filling.rewriter().tensor(op.results[0]);
    const Shape shape = filled(result).shape;
    const RunSizes given = filling.sizes_of(op.operands[0]);
    for (std::int64_t d = 0; d < result.rank(); d++) {
        const auto from = std::find(places.begin(), places.end(), d);
        const bool repeats =
            from == places.end() || operand.shape[static_cast<std::size_t>(from - places.begin())] !=
                                        shape[static_cast<std::size_t>(d)];
        const bool is_open = result.shape[static_cast<std::size_t>(d)] == dynamic_size;
        if (repeats && (is_open || (from != places.end() && given.count(from - places.begin()) != 0)))
            filling.refuse(op, fmt::format("the size of dimension {} of the result is not known", d));
    }
    return filling.give(op, filling.moved(op.operands[0], places));
}

/// Sizes of the result's bounded dimensions, read from the vector `shape`.
RunSizes sizes_from(BoundsFilling& filling, const Op& op, ValueId shape) {
    const TensorType result = filling.rewriter().tensor(op.results[0]);
    if (!filled(result).is_static()) filling.refuse(op);
    RunSizes sizes;
    for (std::int64_t d = 0; d < result.rank(); d++)
        if (result.shape[static_cast<std::size_t>(d)] == dynamic_size) sizes[d] = filling.element(shape, d);
    return sizes;
}

/// The result's run-time sizes are read from the shape operand.
Replacement broadcast_to(BoundsFilling& filling, Op& op) {
    RunSizes sizes = sizes_from(filling, op, op.operands[1]);
    const TensorType type = filled(filling.rewriter().tensor(op.results[0]));
    const Shape places = op[attr::broadcast_dimensions],
                from = filling.rewriter().tensor(op.operands[0]).shape;
    for (std::size_t d = 0; d < places.size(); d++)
        if (from[d] != 1 && from[d] != type.shape[static_cast<std::size_t>(places[d])]) filling.refuse(op);
    Op wide{.code = OpCode::BroadcastInDim, .operands = {op.operands[0]}};
    wide.set(attr::broadcast_dimensions, places);
    return std::vector{filling.with_sizes(filling.rewriter().emit(std::move(wide), type), std::move(sizes))};
}

Replacement dynamic_iota(BoundsFilling& filling, Op& op) {
    RunSizes sizes = sizes_from(filling, op, op.operands[0]);
    const ValueId positions =
        Builder(filling.rewriter())
            .iota(filled(filling.rewriter().tensor(op.results[0])), op[attr::iota_dimension]);
    return std::vector{filling.with_sizes(positions, std::move(sizes))};
}

/// Draws as many numbers as the bound allows. The result takes the first of them, in row-major order of its
/// run-time sizes.
Replacement random(BoundsFilling& filling, Op& op) {
    RunSizes sizes = sizes_from(filling, op, op.operands[2]);
    const TensorType type = filled(filling.rewriter().tensor(op.results[0]));
    TensorType line = type;
    line.shape = {type.element_count()};
    const TensorType extents{{1}, ElementType::I64, {}, {}};
    Op numbers{.code = OpCode::Rng, .operands = op.operands, .attributes = op.attributes};
    numbers.operands[2] =
        filling.rewriter().emit_constant(Literal::from_values<std::int64_t>(extents, line.shape));
    const ValueId drawn = filling.rewriter().emit(std::move(numbers), line);
    const bool lies_in_order = sizes.empty() || (sizes.size() == 1 && sizes.count(0) != 0);
    const ValueId value =
        lies_in_order || line.shape[0] == 0
            ? filling.rewriter().emit(Op{.code = OpCode::Reshape, .operands = {drawn}}, type)
            : rearranged(filling, drawn, type, sizes);
    return std::vector{filling.with_sizes(value, std::move(sizes))};
}

namespace {

/// The elements of `value` along a dimension from the scalar `begin` on, in a tensor of the same shape; those
/// past the end wrap around.
ValueId from(BoundsFilling& filling, ValueId value, std::int64_t dimension, ValueId begin) {
    Builder b(filling.rewriter());
    const TensorType type = b.tensor(value);
    TensorType twice = type;
    twice.shape[static_cast<std::size_t>(dimension)] *= 2;
    Op both{.code = OpCode::Concatenate, .operands = {value, value}};
    both.set(attr::dimension, dimension);
    const ValueId longer = filling.rewriter().emit(std::move(both), twice);
    std::vector<ValueId> starts(type.shape.size(), filling.number(0));
    starts[static_cast<std::size_t>(dimension)] = begin;
    return b.dynamic_slice(longer, starts, type.shape);
}

}  // namespace

/// `value` padded with zeros by high[d] elements at the end of each dimension d.
ValueId with_room(BoundsFilling& filling, ValueId value, const Shape& high) {
    TensorType type = filling.rewriter().tensor(value);
    for (std::size_t d = 0; d < high.size(); d++) type.shape[d] += high[d];
    const Shape none(high.size(), 0);
    Op longer{.code = OpCode::Pad, .operands = {value, filling.zero_of(value)}};
    longer.set(attr::edge_padding_low, none);
    longer.set(attr::edge_padding_high, high);
    longer.set(attr::interior_padding, none);
    return filling.rewriter().emit(std::move(longer), std::move(type));
}

/// The slices at these positions (a vector) along a dimension; positions outside are clamped.
ValueId taken(BoundsFilling& filling, ValueId value, std::int64_t dimension, ValueId positions) {
    Builder b(filling.rewriter());
    TensorType type = b.tensor(value);
    Shape sizes = type.shape, offsets;
    for (std::int64_t d = 0; d < type.rank(); d++)
        if (d != dimension) offsets.push_back(d);
    sizes[static_cast<std::size_t>(dimension)] = 1;
    type.shape[static_cast<std::size_t>(dimension)] = b.tensor(positions).shape[0];
    Op op{.code = OpCode::Gather, .operands = {value, positions}};
    op.set_attribute(attr::gather_dimension_numbers,
                     attribute_of(GatherDimensions{.offset_dims = offsets,
                                                   .collapsed_slice_dims = {dimension},
                                                   .start_index_map = {dimension},
                                                   .index_vector_dim = 1}));
    op.set(attr::slice_sizes, sizes);
    return filling.rewriter().emit(std::move(op), type);
}

/// Each operand starts where the run-time sizes of those before it end.
Replacement concatenate(BoundsFilling& filling, Op& op) {
    Builder b(filling.rewriter());
    const std::int64_t dimension = op[attr::dimension];
    const auto d = static_cast<std::size_t>(dimension);
    const TensorType type = filled(filling.rewriter().tensor(op.results[0]));
    RunSizes sizes = filling.sizes_of(op.operands);
    if (sizes.erase(dimension) == 0) return filling.give(op, std::move(sizes));
    ValueId joined{}, end = filling.number(0);
    std::int64_t begun = 0;
    for (const ValueId operand : op.operands) {
        // Pad the operand to the result's extent, then rotate it so that it begins at `end`.
        const TensorType own = b.tensor(operand);
        const std::int64_t extent = own.shape[d];
        Shape high(own.shape.size(), 0);
        high[d] = type.shape[d] - extent;
        const ValueId padded = with_room(filling, operand, high);
        if (begun == 0) {
            joined = padded;
        } else {
            const ValueId back = b.subtract(filling.number(type.shape[d]), end);
            joined = filling.chosen(filling.before(type, dimension, end), joined,
                                    from(filling, padded, dimension, back));
        }
        begun += extent;
        end = b.add(end, filling.size_in(operand, dimension));
    }
    sizes[dimension] = end;
    return std::vector{filling.with_sizes(joined, std::move(sizes))};
}

/// Elements past the size count as padding.
Replacement pad(BoundsFilling& filling, Op& op) {
    Builder b(filling.rewriter());
    const Shape low = op[attr::edge_padding_low], high = op[attr::edge_padding_high],
                interior = op[attr::interior_padding];
    RunSizes sizes;
    for (const auto& [dimension, size] : filling.sizes_of(op.operands[0])) {
        const auto d = static_cast<std::size_t>(dimension);
        const ValueId holes = filling.larger(b.subtract(size, filling.number(1)), filling.number(0));
        const ValueId padded = b.add(b.add(size, b.multiply(holes, filling.number(interior[d]))),
                                     filling.number(low[d] + high[d]));
        sizes[dimension] = filling.larger(padded, filling.number(0));
    }
    op.operands[0] = filling.masked(op.operands[0], filling.sizes_of(op.operands[0]), op.operands[1]);
    return filling.give(op, std::move(sizes));
}

/// Position i of the result has the element at (i - low) / step along the dimension, if that is an integer
/// inside `size`, else `fill`.
ValueId padded_along(BoundsFilling& filling, ValueId value, const Along& along, ValueId size, ValueId fill) {
    Builder b(filling.rewriter());
    TensorType type = b.tensor(value);
    const auto at = static_cast<std::size_t>(along.dimension);
    if (type.shape[at] == 0) {
        type.shape[at] = along.length;
        return filling.spread(fill, type);
    }
    const TensorType line{{along.length}, ElementType::I32, {}, {}};
    const auto whole = [&](ValueId scalar) { return b.broadcast(scalar, {}, line.shape); };
    const ValueId distance = b.subtract(b.iota(line, 0), whole(along.low)), step = whole(along.step);
    const ValueId position = b.divide(distance, step), zero = b.uniform(line, 0);
    const ValueId begun = b.compare(ComparisonDirection::Ge, distance, zero);
    const ValueId on_step =
        b.compare(ComparisonDirection::Eq, b.binary(OpCode::Remainder, distance, step), zero);
    const ValueId inside = b.binary(OpCode::And, b.binary(OpCode::And, begun, on_step),
                                    b.compare(ComparisonDirection::Lt, position, whole(size)));
    value = taken(filling, value, along.dimension, position);
    const TensorType wide = b.tensor(value);
    return filling.chosen(b.broadcast(inside, {along.dimension}, wide.shape), value,
                          filling.spread(fill, wide));
}

namespace {

/// A dimension of an op that changes each dimension independently of the others.
struct ChangedDimension {
    std::int64_t number, length;
    bool is_open;  ///< the result's size is known at run time only
};

/// Changes the first operand along one dimension after the other. `change` takes the value so far and returns
/// the next one; where the dimension is open, it sets the size.
template <typename Change>
Replacement changed_along_each(BoundsFilling& filling, Op& op, Change&& change) {
    const TensorType& written = filling.rewriter().tensor(op.results[0]);
    const std::vector<std::int64_t> sizes_written = written.shape;
    const TensorType type = filled(written);
    if (!type.is_static()) filling.refuse(op);
    ValueId value = op.operands[0];
    RunSizes sizes;
    for (std::int64_t d = 0; d < type.rank(); d++) {
        const auto at = static_cast<std::size_t>(d);
        value = change(value, ChangedDimension{d, type.shape[at], sizes_written[at] == dynamic_size}, sizes);
    }
    return std::vector{filling.with_sizes(value, std::move(sizes))};
}

}  // namespace

/// Pads each dimension in turn; elements past the size count as padding.
Replacement dynamic_pad(BoundsFilling& filling, Op& op) {
    Builder b(filling.rewriter());
    return changed_along_each(filling, op, [&](ValueId value, const ChangedDimension& d, RunSizes& sizes) {
        const ValueId size = filling.size_in(op.operands[0], d.number),
                      low = filling.element(op.operands[2], d.number),
                      high = filling.element(op.operands[3], d.number),
                      interior = filling.element(op.operands[4], d.number);
        const Along along{d.number, d.length, low, b.add(interior, filling.number(1))};
        value = padded_along(filling, value, along, size, op.operands[1]);
        if (!d.is_open) return value;
        const ValueId holes = filling.larger(b.subtract(size, filling.number(1)), filling.number(0));
        const ValueId padded = b.add(b.add(size, b.multiply(holes, interior)), b.add(low, high));
        sizes[d.number] = filling.larger(padded, filling.number(0));
        return value;
    });
}

/// Slices each dimension in turn: position i of the result has the element at start + i * stride.
Replacement real_dynamic_slice(BoundsFilling& filling, Op& op) {
    Builder b(filling.rewriter());
    return changed_along_each(filling, op, [&](ValueId value, const ChangedDimension& d, RunSizes& sizes) {
        const ValueId stride = filling.element(op.operands[3], d.number);
        const ValueId range =
            b.subtract(filling.element(op.operands[2], d.number), filling.element(op.operands[1], d.number));
        ValueId count = filling.number(d.length);
        if (d.is_open) {
            const ValueId room = b.binary(OpCode::Minimum, range, filling.size_in(op.operands[0], d.number));
            const ValueId steps =
                b.divide(b.subtract(filling.larger(room, filling.number(1)), filling.number(1)), stride);
            const ValueId any =
                b.binary(OpCode::Minimum, filling.larger(room, filling.number(0)), filling.number(1));
            count = sizes[d.number] = b.add(steps, any);
        }
        // A range that reaches past the end is shifted to lie inside.
        const ValueId gap = filling.larger(b.subtract(count, filling.number(1)), filling.number(0));
        const ValueId reach = b.add(b.multiply(gap, stride), filling.number(1));
        const ValueId last =
            filling.larger(b.subtract(filling.size_in(op.operands[0], d.number), reach), filling.number(0));
        const ValueId start =
            b.binary(OpCode::Minimum,
                     filling.larger(filling.element(op.operands[1], d.number), filling.number(0)), last);
        const TensorType line{{d.length}, ElementType::I32, {}, {}};
        const ValueId far = b.multiply(b.iota(line, 0), b.broadcast(stride, {}, line.shape));
        if (b.tensor(value).shape[static_cast<std::size_t>(d.number)] == 0 && d.length != 0)
            filling.refuse(op);
        return taken(filling, value, d.number, b.add(far, b.broadcast(start, {}, line.shape)));
    });
}

namespace {

/// The smaller of `index` and `limit`, in a type that can represent the limit.
ValueId at_most(BoundsFilling& filling, ValueId index, ValueId limit) {
    Builder b(filling.rewriter());
    if (bit_width(b.tensor(index).element) < 32) index = b.convert(index, ElementType::I32);
    return b.binary(OpCode::Minimum, index, b.convert(limit, b.tensor(index).element));
}

}  // namespace

/// The slice is clamped to the run-time size; a slice as long as the bound has that size.
Replacement dynamic_slice(BoundsFilling& filling, Op& op) {
    Builder b(filling.rewriter());
    const Shape lengths = op[attr::slice_sizes], shape = filling.rewriter().tensor(op.operands[0]).shape;
    const RunSizes given = filling.sizes_of(op.operands[0]);
    const bool is_narrow = shape.empty() || bit_width(b.tensor(op.operands[1]).element) < 32;
    RunSizes sizes;
    for (std::size_t d = 0; d < shape.size(); d++) {
        ValueId& start = op.operands[1 + d];
        if (is_narrow) start = b.convert(start, ElementType::I32);
        const auto size = given.find(static_cast<std::int64_t>(d));
        if (size == given.end()) continue;
        if (lengths[d] == shape[d])
            sizes[size->first] = size->second;
        else
            start = at_most(
                filling, start,
                filling.larger(b.subtract(size->second, filling.number(lengths[d])), filling.number(0)));
    }
    return filling.give(op, std::move(sizes));
}

/// The update is clamped to the operand's run-time size, and only its own run-time size of it is written.
Replacement dynamic_update_slice(BoundsFilling& filling, Op& op) {
    Builder b(filling.rewriter());
    const TensorType type = b.tensor(op.operands[0]), part = b.tensor(op.operands[1]);
    const RunSizes sizes = filling.sizes_of(op.operands[0]), written = filling.sizes_of(op.operands[1]);
    std::vector<ValueId> starts(op.operands.begin() + 2, op.operands.end());
    const bool is_narrow = starts.empty() || bit_width(b.tensor(starts[0]).element) < 32;
    Shape high(type.shape.size(), 0);
    for (std::size_t d = 0; d < starts.size(); d++) {
        const auto dimension = static_cast<std::int64_t>(d);
        if (is_narrow) starts[d] = b.convert(starts[d], ElementType::I32);
        if (sizes.count(dimension) == 0 && written.count(dimension) == 0) continue;
        const ValueId room = b.subtract(filling.size_in(op.operands[0], dimension),
                                        filling.size_in(op.operands[1], dimension));
        starts[d] = at_most(filling, starts[d], filling.larger(room, filling.number(0)));
        if (written.count(dimension) != 0) high[d] = part.shape[d];
    }
    if (written.empty())
        return std::vector{
            filling.with_sizes(b.dynamic_update_slice(op.operands[0], op.operands[1], starts), sizes)};
    // At its bound, the update may end after the operand, so the operand is padded.
    const ValueId operand = with_room(filling, op.operands[0], high);
    ValueId update = op.operands[1];
    const ValueId old = b.dynamic_slice(operand, starts, part.shape);
    for (const auto& [dimension, size] : written)
        update = filling.chosen(filling.before(part, dimension, size), update, old);
    const ValueId updated = b.dynamic_update_slice(operand, update, starts);
    return std::vector{filling.with_sizes(b.slice_to(updated, type.shape), sizes)};
}

Replacement reverse(BoundsFilling& filling, Op& op) {
    Builder b(filling.rewriter());
    const Shape dimensions = op[attr::dimensions];
    const RunSizes given = filling.sizes_of(op.operands[0]);
    ValueId value = filling.give(op, {})->front();
    for (const auto& [dimension, size] : given) {
        if (std::find(dimensions.begin(), dimensions.end(), dimension) == dimensions.end()) continue;
        const std::int64_t bound = b.tensor(value).shape[static_cast<std::size_t>(dimension)];
        value = from(filling, value, dimension, b.subtract(filling.number(bound), size));
    }
    return std::vector{filling.with_sizes(value, given)};
}

/// A dimension that is taken whole keeps its run-time size; a sliced one has the slice's static size.
Replacement slice(BoundsFilling& filling, Op& op) {
    const Shape start = op[attr::start_indices], limit = op[attr::limit_indices], strides = op[attr::strides];
    const Shape& shape = filling.rewriter().tensor(op.operands[0]).shape;
    RunSizes sizes;
    for (const auto& [dimension, size] : filling.sizes_of(op.operands[0])) {
        const auto d = static_cast<std::size_t>(dimension);
        if (start[d] == 0 && strides[d] == 1 && limit[d] == shape[d]) sizes[dimension] = size;
    }
    return filling.give(op, std::move(sizes));
}

Replacement transpose(BoundsFilling& filling, Op& op) {
    return filling.give(op, filling.moved(op.operands[0], inverse_permutation(op[attr::permutation])));
}

}  // namespace hlo2c::frontend::bounds
