#include "frontend/partition/value_sharding.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "frontend/ir/checked_arithmetic.h"

namespace hlo2c::frontend {

ValueSharding open_sharding(int rank) {
    return {std::vector<ValueSharding::Dimension>(static_cast<std::size_t>(rank)), {}};
}

std::optional<ValueSharding> value_sharding(const DeviceGrid& grid, const Sharding& sharding) {
    ValueSharding value = open_sharding(static_cast<int>(sharding.parts.size()));
    for (std::size_t d = 0; d < sharding.parts.size(); d++) {
        const std::optional<AxisList> axes = grid.axes_of(sharding.coordinates_along(d));
        if (!axes) return std::nullopt;
        value.dimensions[d] = {*axes, !sharding.open.empty() && sharding.open[d],
                               sharding.priorities.empty() ? 0 : static_cast<int>(sharding.priorities[d])};
    }
    if (!sharding.reserved.empty()) {
        const std::optional<AxisList> axes = grid.axes_of(sharding.reserved);
        if (!axes) return std::nullopt;
        value.reserved = *axes;
    }
    return value;
}

Cut whole(int rank) {
    return Cut(static_cast<std::size_t>(rank));
}

bool is_whole(const Cut& cut) {
    return std::all_of(cut.begin(), cut.end(), [](const AxisList& axes) { return axes.empty(); });
}

bool uses_axis(const Cut& cut, int axis) {
    return std::any_of(cut.begin(), cut.end(), [&](const AxisList& axes) { return has_axis(axes, axis); });
}

AxisList even_prefix(const DeviceGrid& grid, const AxisList& axes, std::int64_t size) {
    AxisList prefix;
    std::int64_t parts = 1;
    for (const int axis : axes) {
        parts *= grid.size(axis);
        if (size <= 0 || size % parts != 0) break;
        prefix.push_back(axis);
    }
    return prefix;
}

Cut even_cut(const DeviceGrid& grid, const ValueSharding& sharding, const std::vector<std::int64_t>& shape) {
    Cut cut;
    for (std::size_t d = 0; d < shape.size(); d++)
        cut.push_back(even_prefix(grid, sharding.dimensions[d].axes, shape[d]));
    return cut;
}

std::vector<std::int64_t> part_shape(const DeviceGrid& grid, const Cut& cut,
                                     std::vector<std::int64_t> shape) {
    for (std::size_t d = 0; d < shape.size(); d++) shape[d] /= grid.size(cut[d]);
    return shape;
}

Sharding sharding_of(const DeviceGrid& grid, const Cut& cut) {
    Sharding sharding = replicated(static_cast<int>(cut.size()), static_cast<int>(grid.device_count()));
    for (std::size_t d = 0; d < cut.size(); d++) {
        sharding.parts[d] = grid.size(cut[d]);
        for (std::int64_t device = 0; device < grid.device_count(); device++)
            sharding.coordinates[static_cast<std::size_t>(device)][d] = grid.coordinate(device, cut[d]);
    }
    return sharding;
}

std::string hlo_text(const DeviceGrid& grid, const Cut& cut) {
    if (is_whole(cut)) return "{replicated}";
    const Sharding sharding = sharding_of(grid, cut);
    std::vector<std::int64_t> tiles = sharding.parts;
    const std::int64_t parts = product_of(tiles).value();
    const bool has_copies = parts < grid.device_count();
    if (has_copies) tiles.push_back(grid.device_count() / parts);
    const std::vector<std::int64_t> devices = sharding.ranks_by_part();
    const bool is_iota = std::is_sorted(devices.begin(), devices.end());
    const std::string order =
        is_iota ? fmt::format("<=[{}]", grid.device_count()) : fmt::format("{}", fmt::join(devices, ","));
    return fmt::format("{{devices=[{}]{}{}}}", fmt::join(tiles, ","), order,
                       has_copies ? " last_tile_dim_replicate" : "");
}

std::string to_string(const DeviceGrid& grid, const Cut& cut) {
    std::string text;
    for (const AxisList& axes : cut) text += (text.empty() ? "" : ", ") + grid.text(axes);
    return "[" + text + "]";
}

std::string to_string(const DeviceGrid& grid, const ValueSharding& sharding) {
    std::string text;
    for (const ValueSharding::Dimension& dimension : sharding.dimensions) {
        std::string axes = grid.text(dimension.axes);
        if (dimension.is_open) axes.insert(axes.size() - 1, dimension.axes.empty() ? "?" : ", ?");
        text += (text.empty() ? "" : ", ") + axes;
    }
    text = "[" + text + "]";
    if (!sharding.reserved.empty()) text += ", replicated=" + grid.text(sharding.reserved);
    return text;
}

}  // namespace hlo2c::frontend
