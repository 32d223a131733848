#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "frontend/processes/sharding.h"

namespace hlo2c::frontend {

/// Numbers of axes of a DeviceGrid, major first. A dimension is cut along such a list.
using AxisList = std::vector<int>;
bool has_axis(const AxisList& axes, int axis);

/// The devices as a row-major grid whose axes have prime sizes. An axis of a mesh is one or several
/// neighbouring axes of the grid, so a sub-axis is a list of axes too.
class DeviceGrid {
public:
    struct Axis {
        std::string mesh_axis;
        std::int64_t pre_size = 1;  ///< product of the sizes before this part of the mesh axis
        std::int64_t size = 1;
        std::int64_t whole = 1;  ///< size of the mesh axis
    };

    /// `devices` has the device at each position of the grid.
    DeviceGrid(std::vector<Axis> axes, std::vector<std::int64_t> devices);

    int axis_count() const { return static_cast<int>(axes_.size()); }
    std::int64_t device_count() const { return static_cast<std::int64_t>(devices_.size()); }
    std::int64_t size(int axis) const { return axes_[static_cast<std::size_t>(axis)].size; }
    /// The product of the sizes.
    std::int64_t size(const AxisList& axes) const;

    /// The index of the part that `device` holds of a dimension cut along `axes`.
    std::int64_t coordinate(std::int64_t device, const AxisList& axes) const;
    /// The devices that differ only along `axes`, each group in the order of their coordinates.
    std::vector<std::vector<std::int64_t>> groups(const AxisList& axes) const;

    /// The list of axes along which the devices have these coordinates, by device; nullopt if there is none.
    std::optional<AxisList> axes_of(const std::vector<std::int64_t>& coordinates) const;

    /// `{"x", "y":(1)2}`
    std::string text(const AxisList& axes) const;

private:
    std::int64_t digit(std::int64_t device, int axis) const;

    std::vector<Axis> axes_;
    std::vector<std::int64_t> devices_;    // by position
    std::vector<std::int64_t> positions_;  // by device
};

/// The grid in which the most of these shardings are lists of axes: from a mesh of the program, or from the
/// shardings themselves.
DeviceGrid device_grid(const Program& program, const std::vector<Sharding>& shardings, int ranks);

}  // namespace hlo2c::frontend
