#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/ir/dimension_lists.h"
#include "frontend/passes/bounds_rules.h"
#include "frontend/passes/decompose_rules.h"

namespace hlo2c::frontend::bounds {
namespace {

/// The indices, with these components of the index vectors (along `dimension`) limited to the scalars.
ValueId limited(BoundsFilling& filling, ValueId indices, std::int64_t dimension,
                const std::map<std::int64_t, ValueId>& most) {
    Builder b(filling.rewriter());
    const TensorType given = b.tensor(indices);
    if (bit_width(given.element) < 32) indices = b.convert(indices, ElementType::I32);
    const TensorType type = b.tensor(indices);
    for (const auto& [component, scalar] : most) {
        const ValueId limit = filling.spread(b.convert(scalar, type.element), type);
        const ValueId less = b.binary(OpCode::Minimum, indices, limit);
        if (dimension == type.rank()) return less;
        const ValueId at = b.iota(TensorType{type.shape, ElementType::I32, {}, {}}, dimension);
        const ValueId here =
            b.compare(ComparisonDirection::Eq, at, b.uniform_like(at, static_cast<double>(component)));
        indices = b.select(here, less, indices);
    }
    return indices;
}

/// Slices are clamped to the operand's run-time size; a slice as long as the bound has that size.
Replacement slices(BoundsFilling& filling, Op& op, const Shape& slice_sizes, const RunSizes& lengths) {
    const GatherDimensions dimensions = op[attr::gather_dimension_numbers];
    const Shape& offsets = dimensions.offset_dims;
    const TensorType operand = filling.rewriter().tensor(op.operands[0]),
                     indices = filling.rewriter().tensor(op.operands[1]);
    const RunSizes given = filling.sizes_of(op.operands[0]), given_indices = filling.sizes_of(op.operands[1]);
    std::map<std::int64_t, ValueId> most;  // per component of an index vector: the last valid start
    RunSizes sizes;
    std::size_t next = 0;
    for (std::int64_t d = 0; d < operand.rank(); d++) {
        const auto size = given.find(d), length = lengths.find(d);
        if (contains(dimensions.operand_batching_dims, d)) continue;
        const bool kept = !contains(dimensions.collapsed_slice_dims, d);
        const std::int64_t place = kept ? offsets[next++] : 0;
        if (length != lengths.end()) sizes[place] = length->second;
        if (size == given.end()) continue;
        const std::int64_t bound = slice_sizes[static_cast<std::size_t>(d)];
        if (kept && length == lengths.end() && bound == operand.shape[static_cast<std::size_t>(d)]) {
            sizes[place] = size->second;
            continue;
        }
        const Shape& map = dimensions.start_index_map;
        const auto component = std::find(map.begin(), map.end(), d);
        if (component == map.end()) continue;
        const ValueId taken = length != lengths.end() ? length->second : filling.number(bound);
        most[component - map.begin()] =
            filling.larger(Builder(filling.rewriter()).subtract(size->second, taken), filling.number(0));
    }
    std::int64_t place = 0;
    for (std::int64_t d = 0; d < indices.rank(); d++) {
        if (d == dimensions.index_vector_dim) continue;
        while (contains(offsets, place)) place++;
        const Shape& batching = dimensions.start_indices_batching_dims;
        if (const auto size = given_indices.find(d); size != given_indices.end())
            sizes[place] = size->second;
        else if (const auto pair = std::find(batching.begin(), batching.end(), d); pair != batching.end())
            if (const auto of_operand = given.find(
                    dimensions.operand_batching_dims[static_cast<std::size_t>(pair - batching.begin())]);
                of_operand != given.end())
                sizes[place] = of_operand->second;
        place++;
    }
    if (!most.empty()) op.operands[1] = limited(filling, op.operands[1], dimensions.index_vector_dim, most);
    return filling.give(op, std::move(sizes));
}

/// One flag per update: true if its window lies inside the input's run-time sizes.
ValueId whole_windows(BoundsFilling& filling, const Op& op, std::size_t count) {
    Builder b(filling.rewriter());
    const ScatterDimensions dimensions = op[attr::scatter_dimension_numbers];
    const ValueId updates = op.operands[count + 1];
    ValueId indices = op.operands[count];
    TensorType table = b.tensor(indices);
    const std::int64_t along = dimensions.index_vector_dim;
    if (along == table.rank()) {
        table.shape.push_back(1);
        indices = b.reshape(indices, table.shape);
    }
    if (bit_width(table.element) < 32) indices = b.convert(indices, table.element = ElementType::I32);
    TensorType batch{table.shape, ElementType::I1, {}, {}};
    batch.shape.erase(batch.shape.begin() + along);
    const RunSizes given = filling.sizes_of(std::span(op.operands).first(count));
    ValueId inside = b.uniform(batch, 1);
    std::size_t next = 0;
    for (std::int64_t d = 0; d < b.tensor(op.operands[0]).rank(); d++) {
        if (contains(dimensions.inserted_window_dims, d) || contains(dimensions.input_batching_dims, d))
            continue;
        const std::int64_t window = dimensions.update_window_dims[next++];
        const Shape& map = dimensions.scatter_dims_to_operand_dims;
        const auto component = std::find(map.begin(), map.end(), d);
        if (component == map.end() || given.count(d) == 0) continue;
        Shape start(table.shape.size(), 0), limit = table.shape;
        start[static_cast<std::size_t>(along)] = component - map.begin();
        limit[static_cast<std::size_t>(along)] = component - map.begin() + 1;
        Op part{.code = OpCode::Slice, .operands = {indices}};
        part.set(attr::start_indices, start);
        part.set(attr::limit_indices, limit);
        part.set(attr::strides, Shape(start.size(), 1));
        TensorType type = table;
        type.shape[static_cast<std::size_t>(along)] = 1;
        const ValueId begin = b.reshape(filling.rewriter().emit(std::move(part), type), batch.shape);
        const ValueId room = b.subtract(given.at(d), filling.size_in(updates, window));
        // `last` may be unsigned and is never negative, so `any` checks that there is room.
        const ValueId last = b.convert(filling.larger(room, filling.number(0)), table.element);
        const ValueId fits = b.compare(ComparisonDirection::Le, begin, b.broadcast(last, {}, batch.shape));
        const ValueId any = b.compare(ComparisonDirection::Ge, room, filling.number(0));
        inside = b.binary(OpCode::And, inside, b.binary(OpCode::And, fits, filling.spread(any, batch)));
    }
    return inside;
}

/// Mask of the update elements that are written; `no_value` if all are.
ValueId written_updates(BoundsFilling& filling, const Op& op, std::size_t count) {
    Builder b(filling.rewriter());
    const ScatterDimensions dimensions = op[attr::scatter_dimension_numbers];
    const RunSizes of_input = filling.sizes_of(std::span(op.operands).first(count)),
                   of_indices = filling.sizes_of(op.operands[count]);
    RunSizes sizes = filling.sizes_of(std::span(op.operands).subspan(count + 1));
    TensorType flags{b.tensor(op.operands[count + 1]).shape, ElementType::I1, {}, {}};
    const Shape& windows = dimensions.update_window_dims;
    Shape places;  // update dimension of each batch dimension of the indices
    std::int64_t index = 0;
    for (std::int64_t d = 0; d < flags.rank(); d++) {
        if (contains(windows, d)) continue;
        places.push_back(d);
        if (index == dimensions.index_vector_dim) index++;
        if (const auto size = of_indices.find(index++); size != of_indices.end())
            sizes.emplace(d, size->second);
    }
    const bool whole = op[attr::whole_windows] && !of_input.empty();
    if (sizes.empty() && !whole) return no_value;
    ValueId written =
        whole ? b.broadcast(whole_windows(filling, op, count), places, flags.shape) : b.uniform(flags, 1);
    for (const auto& [dimension, size] : sizes)
        written = b.binary(OpCode::And, written, filling.before(flags, dimension, size));
    return written;
}

}  // namespace

Replacement gather(BoundsFilling& filling, Op& op) {
    return slices(filling, op, op[attr::slice_sizes], {});
}

/// Slices of run-time lengths are gathered at their bounds, from an operand padded so that they fit.
Replacement dynamic_gather(BoundsFilling& filling, Op& op) {
    const GatherDimensions dimensions = op[attr::gather_dimension_numbers];
    const TensorType declared = filling.rewriter().tensor(op.results[0]);
    const Shape shape = filled(declared).shape;
    Shape bounds(filling.rewriter().tensor(op.operands[0]).shape.size(), 1), high(bounds.size(), 0);
    RunSizes lengths;
    std::size_t next = 0;
    for (std::size_t d = 0; d < bounds.size(); d++) {
        const auto dimension = static_cast<std::int64_t>(d);
        if (contains(dimensions.operand_batching_dims, dimension) ||
            contains(dimensions.collapsed_slice_dims, dimension))
            continue;
        const auto place = static_cast<std::size_t>(dimensions.offset_dims[next++]);
        bounds[d] = shape[place];
        if (declared.shape[place] != dynamic_size) continue;
        lengths[dimension] = filling.element(op.operands[2], dimension);
        high[d] = bounds[d];
    }
    op.code = OpCode::Gather;
    op.operands.pop_back();
    op.set(attr::slice_sizes, bounds);
    const RunSizes sizes = filling.sizes_of(op.operands[0]);
    RunSizes whole;
    for (const auto& [dimension, length] : lengths)
        whole[dimension] = filling.size_in(op.operands[0], dimension);
    op.operands[0] = with_room(filling, op.operands[0], high);
    whole.insert(sizes.begin(), sizes.end());
    filling.record(op.operands[0], std::move(whole));
    return slices(filling, op, bounds, lengths);
}

/// Elements that land past the input's size are unspecified anyway. Updates past their own sizes must not be
/// written: a tensor of flags, scattered along with them, masks them.
Replacement scatter(BoundsFilling& filling, Op& op) {
    const std::size_t count = (op.operands.size() - 1) / 2;
    const RunSizes sizes = filling.sizes_of(std::span(op.operands).first(count));
    const ValueId written = written_updates(filling, op, count);
    if (written == no_value) return filling.give(op, sizes);
    Builder b(filling.rewriter());
    const TensorType flag{{}, ElementType::I1, {}, {}},
        flags{b.tensor(op.operands[0]).shape, ElementType::I1, {}, {}};
    const ValueId before = filling.rewriter().new_value(flag), update = filling.rewriter().new_value(flag);
    std::vector<ValueId> arguments = op.regions[0].arguments;
    arguments.insert(arguments.begin() + static_cast<std::ptrdiff_t>(count), before);
    arguments.push_back(update);
    Op wider{.code = OpCode::Scatter, .operands = op.operands, .attributes = op.attributes};
    wider.operands.insert(wider.operands.begin() + static_cast<std::ptrdiff_t>(count), b.uniform(flags, 0));
    wider.operands.push_back(written);
    wider.regions.push_back(filling.rewriter().make_region(arguments, [&] {
        std::vector<ValueId> values = filling.rewriter().splice(std::move(op.regions[0]));
        for (std::size_t i = 0; i < count; i++) values[i] = b.select(update, values[i], arguments[i]);
        values.push_back(before);
        return values;
    }));
    std::vector<Type> types;
    for (const ValueId result : op.results) types.emplace_back(filled(filling.rewriter().tensor(result)));
    types.emplace_back(flags);
    std::vector<ValueId> results = filling.rewriter().emit(std::move(wider), std::move(types));
    results.pop_back();
    if (!sizes.empty())
        for (const ValueId result : results) filling.record(result, sizes);
    return results;
}

/// Positions past the operand's size are never selected, and windows past the source's size select nothing.
Replacement select_and_scatter(BoundsFilling& filling, Op& op) {
    const ValueId none =
        filling.rewriter().emit_constant(Literal::scalar(ElementType::I64, std::int64_t{-1}));
    const RunSizes sizes = filling.sizes_of(op.operands[0]), windows = filling.sizes_of(op.operands[1]);
    const ValueId value = scatter_to_places(
        filling.rewriter(), op, [&](ValueId places) { return filling.masked(places, sizes, none); },
        [&](ValueId places) { return filling.masked(places, windows, none); });
    return std::vector{filling.with_sizes(value, sizes)};
}

/// Elements past the size sort last, whatever the comparator says.
Replacement sort(BoundsFilling& filling, Op& op) {
    Builder b(filling.rewriter());
    const TensorType first = filling.rewriter().tensor(op.operands[0]);
    std::int64_t dimension = op[attr::sort_dimension];
    if (dimension < 0) dimension += first.rank();
    const RunSizes given = filling.sizes_of(op.operands);
    const auto size = given.find(dimension);
    if (size == given.end()) return filling.give(op, given);
    const TensorType flag{{}, ElementType::I1, {}, {}};
    std::vector<ValueId> arguments = op.regions[0].arguments;
    const ValueId left = filling.rewriter().new_value(flag), right = filling.rewriter().new_value(flag);
    arguments.push_back(left);
    arguments.push_back(right);
    Op wider{.code = OpCode::Sort, .operands = op.operands, .attributes = op.attributes};
    wider.operands.push_back(b.unary(OpCode::Not, filling.before(first, dimension, size->second)));
    wider.regions.push_back(filling.rewriter().make_region(arguments, [&] {
        const ValueId less = filling.rewriter().splice(std::move(op.regions[0]))[0];
        return std::vector{b.select(b.binary(OpCode::Xor, left, right), right, less)};
    }));
    std::vector<Type> types;
    for (const ValueId result : op.results) types.emplace_back(filled(filling.rewriter().tensor(result)));
    types.emplace_back(b.tensor(wider.operands.back()));
    std::vector<ValueId> values = filling.rewriter().emit(std::move(wider), std::move(types));
    values.pop_back();
    for (const ValueId value : values) filling.record(value, given);
    return values;
}

}  // namespace hlo2c::frontend::bounds
