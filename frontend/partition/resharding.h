#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "frontend/partition/value_sharding.h"

namespace hlo2c::frontend {

enum class ReshardKind : std::uint8_t {
    Slice,      ///< each device keeps a part of what it has
    AllGather,  ///< joins the parts of a dimension
    AllToAll,   ///< joins the parts of one dimension and cuts another
    Permute,    ///< each device gets the part of another one
};

/// One step that changes how a tensor is cut.
struct ReshardStep {
    ReshardKind kind;
    AxisList axes;              ///< that cut `dimension` from now on, or no longer do; none for Permute
    std::size_t dimension = 0;  ///< Slice: that is cut; AllGather, AllToAll: that is joined
    std::size_t other = 0;      ///< AllToAll: the dimension that is cut
    Cut after;
};

/// Steps from one even cut of a tensor to another; none if they are equal. They slice before they move, and
/// take the order of moves and gathers in which a device receives less.
std::vector<ReshardStep> reshard_steps(const DeviceGrid& grid, const Cut& from, const Cut& to);

/// The bytes that a device receives in these steps, if the whole tensor has `bytes`.
std::int64_t received_bytes(const DeviceGrid& grid, const Cut& from, const std::vector<ReshardStep>& steps,
                            std::int64_t bytes);

/// `all_gather {"x"} of dimension 0`
std::string to_string(const DeviceGrid& grid, const ReshardStep& step);

/// Pairs (source, target) of devices: each gets the part that it has under `to` from a device that has it
/// under `from`. Both cut the tensor into parts of one shape.
std::vector<std::pair<std::int64_t, std::int64_t>> permutation_pairs(const DeviceGrid& grid, const Cut& from,
                                                                     const Cut& to);

}  // namespace hlo2c::frontend
