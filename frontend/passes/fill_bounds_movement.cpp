#include <fmt/format.h>

#include <algorithm>

#include "frontend/passes/bounds_filling.h"

namespace hlo2c::frontend {

/// Elements become one of other bits, or parts of them a last dimension, which is taken whole.
Replacement BoundsFilling::bitcast(Op& op) {
    const std::int64_t rank =
        std::min(rewriter_->tensor(op.operands[0]).rank(), rewriter_->tensor(op.results[0]).rank());
    RunSizes sizes = sizes_of(op.operands[0]);
    if (sizes.erase(rank) != 0) refuse(op, "the parts of an element are only bounded in number");
    return give(op, std::move(sizes));
}

Replacement BoundsFilling::broadcast(Op& op) {
    const Shape places = op.integers("broadcast_dimensions");
    const TensorType operand = rewriter_->tensor(op.operands[0]), result = rewriter_->tensor(op.results[0]);
    const Shape shape = filled(result).shape;
    const RunSizes given = sizes_of(op.operands[0]);
    for (std::int64_t d = 0; d < result.rank(); d++) {
        const auto from = std::find(places.begin(), places.end(), d);
        const bool repeats =
            from == places.end() || operand.shape[static_cast<std::size_t>(from - places.begin())] !=
                                        shape[static_cast<std::size_t>(d)];
        const bool is_open = result.shape[static_cast<std::size_t>(d)] == dynamic_size;
        if (repeats && (is_open || (from != places.end() && given.count(from - places.begin()) != 0)))
            refuse(op, fmt::format("nothing says how large dimension {} of the result is", d));
    }
    return give(op, moved(op.operands[0], places));
}

/// The sizes of the result's bounded dimensions, which a vector has.
BoundsFilling::RunSizes BoundsFilling::sizes_from(const Op& op, ValueId shape) {
    const TensorType result = rewriter_->tensor(op.results[0]);
    if (!filled(result).is_static()) refuse(op);
    RunSizes sizes;
    for (std::int64_t d = 0; d < result.rank(); d++)
        if (result.shape[static_cast<std::size_t>(d)] == dynamic_size) sizes[d] = element(shape, d);
    return sizes;
}

/// Sizes that are computed are those of the result.
Replacement BoundsFilling::broadcast_to(Op& op) {
    RunSizes sizes = sizes_from(op, op.operands[1]);
    const TensorType type = filled(rewriter_->tensor(op.results[0]));
    const Shape places = op.integers("broadcast_dimensions"), from = rewriter_->tensor(op.operands[0]).shape;
    for (std::size_t d = 0; d < places.size(); d++)
        if (from[d] != 1 && from[d] != type.shape[static_cast<std::size_t>(places[d])]) refuse(op);
    Op wide{.code = OpCode::BroadcastInDim, .operands = {op.operands[0]}};
    wide.set_attribute("broadcast_dimensions", IntegerArray{places, "i64"});
    return std::vector{with_sizes(rewriter_->emit(std::move(wide), type), std::move(sizes))};
}

Replacement BoundsFilling::dynamic_iota(Op& op) {
    RunSizes sizes = sizes_from(op, op.operands[0]);
    const ValueId positions =
        Builder(*rewriter_).iota(filled(rewriter_->tensor(op.results[0])), op.integer("iota_dimension", 0));
    return std::vector{with_sizes(positions, std::move(sizes))};
}

/// As many numbers as there is room for, one after the other, of which the first ones count.
Replacement BoundsFilling::random(Op& op) {
    RunSizes sizes = sizes_from(op, op.operands[2]);
    const TensorType type = filled(rewriter_->tensor(op.results[0]));
    TensorType line = type;
    line.shape = {type.element_count()};
    const TensorType extents{{1}, ElementType::I64, {}, {}};
    Op numbers{.code = OpCode::Rng, .operands = op.operands, .attributes = op.attributes};
    numbers.operands[2] = rewriter_->emit_constant(Literal::from_values<std::int64_t>(extents, line.shape));
    const ValueId drawn = rewriter_->emit(std::move(numbers), line);
    const bool lies_in_order = sizes.empty() || (sizes.size() == 1 && sizes.count(0) != 0);
    const ValueId value = lies_in_order || line.shape[0] == 0
                              ? rewriter_->emit(Op{.code = OpCode::Reshape, .operands = {drawn}}, type)
                              : rearranged(drawn, type, sizes);
    return std::vector{with_sizes(value, std::move(sizes))};
}

/// Elements `begin` and on along a dimension, as many as `value` has there; `begin` is a scalar, and what is
/// past the end is anything.
ValueId BoundsFilling::from(ValueId value, std::int64_t dimension, ValueId begin) {
    Builder b(*rewriter_);
    const TensorType type = b.tensor(value);
    TensorType twice = type;
    twice.shape[static_cast<std::size_t>(dimension)] *= 2;
    Op both{.code = OpCode::Concatenate, .operands = {value, value}};
    both.set_attribute("dimension", IntegerAttribute{dimension, "i64"});
    const ValueId longer = rewriter_->emit(std::move(both), twice);
    std::vector<ValueId> starts(type.shape.size(), number(0));
    starts[static_cast<std::size_t>(dimension)] = begin;
    return b.dynamic_slice(longer, starts, type.shape);
}

/// A value with this much more behind the end of each dimension.
ValueId BoundsFilling::with_room(ValueId value, const Shape& high) {
    TensorType type = rewriter_->tensor(value);
    for (std::size_t d = 0; d < high.size(); d++) type.shape[d] += high[d];
    const Shape none(high.size(), 0);
    Op longer{.code = OpCode::Pad, .operands = {value, zero_of(value)}};
    longer.set_attribute("edge_padding_low", IntegerArray{none, "i64"});
    longer.set_attribute("edge_padding_high", IntegerArray{high, "i64"});
    longer.set_attribute("interior_padding", IntegerArray{none, "i64"});
    return rewriter_->emit(std::move(longer), std::move(type));
}

/// What stands at these positions, a vector, along a dimension; a position outside is moved inside.
ValueId BoundsFilling::taken(ValueId value, std::int64_t dimension, ValueId positions) {
    Builder b(*rewriter_);
    TensorType type = b.tensor(value);
    Shape sizes = type.shape, offsets;
    for (std::int64_t d = 0; d < type.rank(); d++)
        if (d != dimension) offsets.push_back(d);
    sizes[static_cast<std::size_t>(dimension)] = 1;
    type.shape[static_cast<std::size_t>(dimension)] = b.tensor(positions).shape[0];
    StructAttribute roles{"stablehlo.gather", {}, {}};
    roles.fields = {{"offset_dims", IntegerArray{offsets, "i64"}},
                    {"collapsed_slice_dims", IntegerArray{{dimension}, "i64"}},
                    {"start_index_map", IntegerArray{{dimension}, "i64"}},
                    {"index_vector_dim", IntegerAttribute{1, "i64"}}};
    Op op{.code = OpCode::Gather, .operands = {value, positions}};
    op.set_attribute("dimension_numbers", std::move(roles));
    op.set_attribute("slice_sizes", IntegerArray{sizes, "i64"});
    return rewriter_->emit(std::move(op), type);
}

/// The elements of the second operand follow those that the first one has.
Replacement BoundsFilling::concatenate(Op& op) {
    Builder b(*rewriter_);
    const std::int64_t dimension = op.integer("dimension", 0);
    const auto d = static_cast<std::size_t>(dimension);
    const TensorType type = filled(rewriter_->tensor(op.results[0]));
    RunSizes sizes = sizes_of(op.operands);
    if (sizes.erase(dimension) == 0) return give(op, std::move(sizes));
    ValueId joined{}, end = number(0);
    std::int64_t begun = 0;
    for (const ValueId operand : op.operands) {
        // The operand in the place where it would lie at the bounds, then as far before that as the others
        // are shorter.
        const TensorType own = b.tensor(operand);
        const std::int64_t extent = own.shape[d];
        Shape high(own.shape.size(), 0);
        high[d] = type.shape[d] - extent;
        const ValueId padded = with_room(operand, high);
        if (begun == 0) {
            joined = padded;
        } else {
            const ValueId back = b.subtract(number(type.shape[d]), end);
            joined = chosen(before(type, dimension, end), joined, from(padded, dimension, back));
        }
        begun += extent;
        end = b.add(end, size_in(operand, dimension));
    }
    sizes[dimension] = end;
    return std::vector{with_sizes(joined, std::move(sizes))};
}

/// What lies past the size counts as padding.
Replacement BoundsFilling::pad(Op& op) {
    Builder b(*rewriter_);
    const Shape low = op.integers("edge_padding_low"), high = op.integers("edge_padding_high"),
                interior = op.integers("interior_padding");
    RunSizes sizes;
    for (const auto& [dimension, size] : sizes_of(op.operands[0])) {
        const auto d = static_cast<std::size_t>(dimension);
        const ValueId holes = larger(b.subtract(size, number(1)), number(0));
        const ValueId padded =
            b.add(b.add(size, b.multiply(holes, number(interior[d]))), number(low[d] + high[d]));
        sizes[dimension] = larger(padded, number(0));
    }
    op.operands[0] = masked(op.operands[0], sizes_of(op.operands[0]), op.operands[1]);
    return give(op, std::move(sizes));
}

/// Position i of the result has what stood at (i - low) / step along the dimension, which has this size.
ValueId BoundsFilling::padded_along(ValueId value, const Along& along, ValueId size, ValueId fill) {
    Builder b(*rewriter_);
    TensorType type = b.tensor(value);
    const auto at = static_cast<std::size_t>(along.dimension);
    if (type.shape[at] == 0) {
        type.shape[at] = along.length;
        return spread(fill, type);
    }
    const TensorType line{{along.length}, ElementType::I32, {}, {}};
    const auto whole = [&](ValueId scalar) { return b.broadcast(scalar, {}, line.shape); };
    const ValueId distance = b.subtract(b.iota(line, 0), whole(along.low)), step = whole(along.step);
    const ValueId position = b.divide(distance, step), zero = b.uniform(line, 0);
    const ValueId begun = b.compare("GE", distance, zero);
    const ValueId on_step = b.compare("EQ", b.binary(OpCode::Remainder, distance, step), zero);
    const ValueId inside =
        b.binary(OpCode::And, b.binary(OpCode::And, begun, on_step), b.compare("LT", position, whole(size)));
    value = taken(value, along.dimension, position);
    const TensorType wide = b.tensor(value);
    return chosen(b.broadcast(inside, {along.dimension}, wide.shape), value, spread(fill, wide));
}

/// Along each dimension, what lies past the size counts as padding.
Replacement BoundsFilling::dynamic_pad(Op& op) {
    Builder b(*rewriter_);
    const TensorType type = filled(rewriter_->tensor(op.results[0]));
    if (!type.is_static()) refuse(op);
    ValueId value = op.operands[0];
    RunSizes sizes;
    for (std::int64_t d = 0; d < type.rank(); d++) {
        const auto at = static_cast<std::size_t>(d);
        const ValueId size = size_in(op.operands[0], d), low = element(op.operands[2], d),
                      high = element(op.operands[3], d), interior = element(op.operands[4], d);
        const Along along{d, type.shape[at], low, b.add(interior, number(1))};
        value = padded_along(value, along, size, op.operands[1]);
        if (rewriter_->tensor(op.results[0]).shape[at] != dynamic_size) continue;
        const ValueId holes = larger(b.subtract(size, number(1)), number(0));
        const ValueId padded = b.add(b.add(size, b.multiply(holes, interior)), b.add(low, high));
        sizes[d] = larger(padded, number(0));
    }
    return std::vector{with_sizes(value, std::move(sizes))};
}

/// Along each dimension, position i of the result has what stood at start + i * stride.
Replacement BoundsFilling::real_dynamic_slice(Op& op) {
    Builder b(*rewriter_);
    const TensorType type = filled(rewriter_->tensor(op.results[0]));
    if (!type.is_static()) refuse(op);
    ValueId value = op.operands[0];
    RunSizes sizes;
    for (std::int64_t d = 0; d < type.rank(); d++) {
        const auto at = static_cast<std::size_t>(d);
        const ValueId stride = element(op.operands[3], d);
        const ValueId range = b.subtract(element(op.operands[2], d), element(op.operands[1], d));
        ValueId count = number(type.shape[at]);
        if (rewriter_->tensor(op.results[0]).shape[at] == dynamic_size) {
            const ValueId room = b.binary(OpCode::Minimum, range, size_in(op.operands[0], d));
            const ValueId steps = b.divide(b.subtract(larger(room, number(1)), number(1)), stride);
            const ValueId any = b.binary(OpCode::Minimum, larger(room, number(0)), number(1));
            count = sizes[d] = b.add(steps, any);
        }
        // A range that reaches past the end is moved to lie inside.
        const ValueId gap = larger(b.subtract(count, number(1)), number(0));
        const ValueId reach = b.add(b.multiply(gap, stride), number(1));
        const ValueId last = larger(b.subtract(size_in(op.operands[0], d), reach), number(0));
        const ValueId start = b.binary(OpCode::Minimum, larger(element(op.operands[1], d), number(0)), last);
        const TensorType line{{type.shape[at]}, ElementType::I32, {}, {}};
        const ValueId far = b.multiply(b.iota(line, 0), b.broadcast(stride, {}, line.shape));
        if (b.tensor(value).shape[at] == 0 && type.shape[at] != 0) refuse(op);
        value = taken(value, d, b.add(far, b.broadcast(start, {}, line.shape)));
    }
    return std::vector{with_sizes(value, std::move(sizes))};
}

/// An index that is at most this scalar, in a type that holds it.
ValueId BoundsFilling::at_most(ValueId index, ValueId limit) {
    Builder b(*rewriter_);
    if (bit_width(b.tensor(index).element) < 32) index = b.convert(index, ElementType::I32);
    return b.binary(OpCode::Minimum, index, b.convert(limit, b.tensor(index).element));
}

/// The slice lies inside the size; one as long as the bound has the operand's size.
Replacement BoundsFilling::dynamic_slice(Op& op) {
    Builder b(*rewriter_);
    const Shape lengths = op.integers("slice_sizes"), shape = rewriter_->tensor(op.operands[0]).shape;
    const RunSizes given = sizes_of(op.operands[0]);
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
            start = at_most(start, larger(b.subtract(size->second, number(lengths[d])), number(0)));
    }
    return give(op, std::move(sizes));
}

/// The update lies inside the size, and as much of it is written as it has.
Replacement BoundsFilling::dynamic_update_slice(Op& op) {
    Builder b(*rewriter_);
    const TensorType type = b.tensor(op.operands[0]), part = b.tensor(op.operands[1]);
    const RunSizes sizes = sizes_of(op.operands[0]), written = sizes_of(op.operands[1]);
    std::vector<ValueId> starts(op.operands.begin() + 2, op.operands.end());
    const bool is_narrow = starts.empty() || bit_width(b.tensor(starts[0]).element) < 32;
    Shape high(type.shape.size(), 0);
    for (std::size_t d = 0; d < starts.size(); d++) {
        const auto dimension = static_cast<std::int64_t>(d);
        if (is_narrow) starts[d] = b.convert(starts[d], ElementType::I32);
        if (sizes.count(dimension) == 0 && written.count(dimension) == 0) continue;
        const ValueId room =
            b.subtract(size_in(op.operands[0], dimension), size_in(op.operands[1], dimension));
        starts[d] = at_most(starts[d], larger(room, number(0)));
        if (written.count(dimension) != 0) high[d] = part.shape[d];
    }
    if (written.empty())
        return std::vector{with_sizes(b.dynamic_update_slice(op.operands[0], op.operands[1], starts), sizes)};
    // Where the update ends later at its bound than the operand does, there is room behind the operand.
    const ValueId operand = with_room(op.operands[0], high);
    ValueId update = op.operands[1];
    const ValueId old = b.dynamic_slice(operand, starts, part.shape);
    for (const auto& [dimension, size] : written) update = chosen(before(part, dimension, size), update, old);
    const ValueId updated = b.dynamic_update_slice(operand, update, starts);
    return std::vector{with_sizes(b.slice_to(updated, type.shape), sizes)};
}

Replacement BoundsFilling::reverse(Op& op) {
    Builder b(*rewriter_);
    const Shape dimensions = op.integers("dimensions");
    const RunSizes given = sizes_of(op.operands[0]);
    ValueId value = give(op, {})->front();
    for (const auto& [dimension, size] : given) {
        if (std::find(dimensions.begin(), dimensions.end(), dimension) == dimensions.end()) continue;
        const std::int64_t bound = b.tensor(value).shape[static_cast<std::size_t>(dimension)];
        value = from(value, dimension, b.subtract(number(bound), size));
    }
    return std::vector{with_sizes(value, given)};
}

/// A dimension that is taken whole keeps its size; a part of one has the size that is written.
Replacement BoundsFilling::slice(Op& op) {
    const Shape start = op.integers("start_indices"), limit = op.integers("limit_indices"),
                strides = op.integers("strides");
    const Shape& shape = rewriter_->tensor(op.operands[0]).shape;
    RunSizes sizes;
    for (const auto& [dimension, size] : sizes_of(op.operands[0])) {
        const auto d = static_cast<std::size_t>(dimension);
        if (start[d] == 0 && strides[d] == 1 && limit[d] == shape[d]) sizes[dimension] = size;
    }
    return give(op, std::move(sizes));
}

Replacement BoundsFilling::transpose(Op& op) {
    const Shape permutation = op.integers("permutation");
    Shape places(permutation.size());
    for (std::size_t d = 0; d < permutation.size(); d++)
        places[static_cast<std::size_t>(permutation[d])] = static_cast<std::int64_t>(d);
    return give(op, moved(op.operands[0], places));
}

}  // namespace hlo2c::frontend
