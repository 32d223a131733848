#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// A grid of processes with named axes, in row-major order: `sdy.mesh @mesh = <["x"=2, "y"=4]>`.
struct Mesh {
    struct Axis {
        std::string name;
        std::int64_t size = 1;
    };
    std::vector<Axis> axes;
    std::vector<std::int64_t> device_ids;  ///< by position in the grid; empty: 0, 1, 2, ...

    std::int64_t count() const;
    std::int64_t device(std::int64_t position) const;
};

/// A whole axis, or the part of one that is left when it is split into (pre_size, size, rest).
struct MeshAxis {
    std::string name;
    std::int64_t pre_size = 1;
    std::int64_t size = 0;  ///< 0: the whole axis
    bool operator==(const MeshAxis&) const = default;
};

/// The text between the brackets of a mesh: `["x"=2, "y"=4], device_ids=[...]`. Fails with H0325.
Mesh parse_mesh(std::string_view text, const Place& place);

/// The mesh that the module calls `name` (sdy.mesh, with or without a `stablehlo.mesh` dictionary). Fails
/// with H0325 where there is none.
Mesh find_mesh(const Program& program, std::string_view name, const Place& place);

/// The coordinate of the process at `position` of the grid along these axes taken together, the first one
/// outermost. Fails with H0325 where the mesh has no such axis.
std::int64_t coordinate(const Mesh& mesh, std::int64_t position, const std::vector<MeshAxis>& axes,
                        const Place& place);
/// Number of coordinates along these axes.
std::int64_t extent(const Mesh& mesh, const std::vector<MeshAxis>& axes, const Place& place);

/// The numbers 0, 1, 2, ... laid out row-major as `dimensions` and read with the dimensions in another
/// order: `[2,4]T(1,0)`. An empty order leaves them as they are. Empty where the dimensions have no sizes or
/// the order does not name each of them.
std::vector<std::int64_t> iota_order(const std::vector<std::int64_t>& dimensions,
                                     const std::vector<std::int64_t>& order);

/// Rows of ids: processes that differ only along `axes` are in one row, in the order of their coordinates.
std::vector<std::vector<std::int64_t>> mesh_groups(const Mesh& mesh, const std::vector<MeshAxis>& axes,
                                                   const Place& place);
/// The same for the attribute `#stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [...]>` of an op.
std::vector<std::vector<std::int64_t>> mesh_groups(const Program& program, const Op& op,
                                                   const StructAttribute& attribute);

}  // namespace hlo2c::frontend
