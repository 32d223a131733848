#pragma once

#include <optional>
#include <string>
#include <vector>

#include "frontend/ir/type.h"
#include "frontend/partition/device_grid.h"

namespace hlo2c::frontend {

/// How a tensor is cut: for each dimension, the axes along which it is cut.
using Cut = std::vector<AxisList>;

/// What is known of a tensor's sharding while shardings propagate.
struct ValueSharding {
    struct Dimension {
        AxisList axes;
        bool is_open = true;  ///< propagation may append axes
        int priority = 0;     ///< 0 propagates first
        bool operator==(const Dimension&) const = default;
    };
    std::vector<Dimension> dimensions;
    AxisList reserved;  ///< axes that may not cut this tensor
    bool operator==(const ValueSharding&) const = default;
};

ValueSharding open_sharding(int rank);
/// The sharding as axes of the grid; nullopt if the grid cannot express it.
std::optional<ValueSharding> value_sharding(const DeviceGrid& grid, const Sharding& sharding);

Cut whole(int rank);
bool is_whole(const Cut& cut);
bool uses_axis(const Cut& cut, int axis);

/// The longest prefix of the axes that divides `size` evenly.
AxisList even_prefix(const DeviceGrid& grid, const AxisList& axes, std::int64_t size);
/// The axes of the sharding, cut to prefixes that divide the dimensions evenly.
Cut even_cut(const DeviceGrid& grid, const ValueSharding& sharding, const std::vector<std::int64_t>& shape);

/// The shape of the part that each device holds; the cut is even.
std::vector<std::int64_t> part_shape(const DeviceGrid& grid, const Cut& cut, std::vector<std::int64_t> shape);
/// The parts of all devices.
Sharding sharding_of(const DeviceGrid& grid, const Cut& cut);

/// The cut as HLO writes it: `{devices=[2,1,2]<=[4] last_tile_dim_replicate}`.
std::string hlo_text(const DeviceGrid& grid, const Cut& cut);

/// `[{"x"}, {}]`, with `?` in open dimensions.
std::string to_string(const DeviceGrid& grid, const Cut& cut);
std::string to_string(const DeviceGrid& grid, const ValueSharding& sharding);

}  // namespace hlo2c::frontend
