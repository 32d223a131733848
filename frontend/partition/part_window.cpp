#include "frontend/partition/part_window.h"

#include <algorithm>

#include "frontend/ir/attributes.h"

namespace hlo2c::frontend {

std::optional<PartWindow> part_window(const DimensionWindow& window, std::int64_t whole, std::int64_t results,
                                      std::int64_t parts) {
    const std::int64_t part = whole / parts, own = results / parts;
    PartWindow read;
    read.size = (own - 1) * window.stride + (window.size - 1) * window.dilation + 1;
    for (std::int64_t i = 0; i < parts; i++) {
        const std::int64_t first = i * own * window.stride - window.padding;
        read.before = std::max(read.before, i * part - first);
        read.after = std::max(read.after, first + read.size - (i + 1) * part);
        read.has_padding = read.has_padding || first < 0 || first + read.size > whole;
        read.starts.push_back(first - i * part);
    }
    if (read.before > part || read.after > part) return std::nullopt;
    for (std::int64_t& start : read.starts) start += read.before;
    return read;
}

std::int64_t most_parts(const DimensionWindow& window, std::int64_t whole, std::int64_t results) {
    std::int64_t most = 1;
    for (std::int64_t parts = 2; parts <= std::min(whole, results); parts++) {
        if (whole % parts != 0 || results % parts != 0) continue;
        if (!part_window(window, whole, results, parts)) break;
        most = parts;
    }
    return most;
}

namespace {

/// The last elements of the part before, or the first ones of the part after; zeros where there is none.
ValueId from_neighbour(LocalOps& local, ValueId part, std::size_t dimension, const AxisList& axes,
                       std::int64_t count, bool is_before) {
    TensorType type = local.tensor(part);
    Integers first(type.shape.size(), 0), limit = type.shape;
    if (is_before)
        first[dimension] = type.shape[dimension] - count;
    else
        limit[dimension] = count;
    type.shape[dimension] = count;
    const ValueId edge =
        local.emit(Op{.code = OpCode::Slice,
                      .operands = {part},
                      .attributes = {attr::limit_indices.with(limit), attr::start_indices.with(first),
                                     attr::strides.with(Integers(first.size(), 1))}},
                   type);
    std::vector<std::pair<std::int64_t, std::int64_t>> pairs;
    for (const std::vector<std::int64_t>& group : local.groups(axes))
        for (std::size_t i = 0; i + 1 < group.size(); i++)
            pairs.emplace_back(is_before ? group[i] : group[i + 1], is_before ? group[i + 1] : group[i]);
    return local.permute(edge, pairs);
}

}  // namespace

ValueId read_part_window(LocalOps& local, const PartWindow& window, ValueId part, std::size_t dimension,
                         const AxisList& axes, ValueId padding) {
    std::vector<ValueId> neighbours;
    if (window.before > 0)
        neighbours.push_back(from_neighbour(local, part, dimension, axes, window.before, true));
    neighbours.push_back(part);
    if (window.after > 0)
        neighbours.push_back(from_neighbour(local, part, dimension, axes, window.after, false));
    TensorType type = local.tensor(part);
    const std::int64_t size = type.shape[dimension];
    type.shape[dimension] += window.before + window.after;
    ValueId joined = part;
    if (neighbours.size() > 1)
        joined = local.emit(Op{.code = OpCode::Concatenate,
                               .operands = neighbours,
                               .attributes = {attr::dimension.with(static_cast<std::int64_t>(dimension))}},
                            type);
    if (type.shape[dimension] != window.size) {
        type.shape[dimension] = window.size;
        Op slice{.code = OpCode::DynamicSlice, .operands = {joined}};
        const ValueId start = local.of_part(axes, window.starts), zero = local.start({}, 1);
        for (std::size_t d = 0; d < type.shape.size(); d++)
            slice.operands.push_back(d == dimension ? start : zero);
        slice.set(attr::slice_sizes, type.shape);
        joined = local.emit(std::move(slice), type);
    }
    if (!window.has_padding || padding == no_value) return joined;
    // Positions in the tensor, of which only those in it have elements.
    std::vector<std::int64_t> firsts;
    for (std::size_t i = 0; i < window.starts.size(); i++)
        firsts.push_back(static_cast<std::int64_t>(i) * size + window.starts[i] - window.before);
    const TensorType places{type.shape, ElementType::I64, {}, {}, {}};
    const auto spread = [&](ValueId scalar) { return local.broadcast(scalar, {}, type.shape); };
    const auto number = [&](std::int64_t value) { return spread(local.index(value)); };
    const ValueId place = local.binary(OpCode::Add, local.iota(places, static_cast<std::int64_t>(dimension)),
                                       spread(local.of_part(axes, firsts)));
    const ValueId is_in = local.is_within(place, number(0), number(size * local.size(axes)));
    return local.select(is_in, joined, spread(padding));
}

}  // namespace hlo2c::frontend
