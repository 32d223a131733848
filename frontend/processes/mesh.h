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
    std::vector<std::int64_t> device_ids;  ///< by row-major position in the grid; empty: 0, 1, 2, ...

    std::int64_t count() const;
    std::int64_t device(std::int64_t position) const;
};

/// A whole axis, or a sub-axis: the middle factor of an axis that is split into (pre_size, size, rest).
struct MeshAxis {
    std::string name;
    std::int64_t pre_size = 1;
    std::int64_t size = 0;  ///< 0: the whole axis
    bool operator==(const MeshAxis&) const = default;
};

/// Parses the text between the angle brackets of a mesh: `["x"=2, "y"=4], device_ids=[...]`. Fails with
/// H0325.
Mesh parse_mesh(std::string_view text, const Place& place);

/// The module's mesh `name` (sdy.mesh, with or without a `stablehlo.mesh` dictionary). Fails with H0325 if
/// there is none.
Mesh find_mesh(const Program& program, std::string_view name, const Place& place);

/// The coordinate of grid position `position` along these axes combined into one, the first axis outermost.
/// Fails with H0325 if the mesh lacks one of the axes.
std::int64_t coordinate(const Mesh& mesh, std::int64_t position, const std::vector<MeshAxis>& axes,
                        const Place& place);
/// The product of the sizes of these axes. Fails with H0325 like `coordinate`, and if an axis occurs twice.
std::int64_t extent(const Mesh& mesh, const std::vector<MeshAxis>& axes, const Place& place);

/// An iota reshaped to `dimensions`, transposed by `order` and flattened: `[2,4]T(1,0)`. An empty `order`
/// does not transpose. Returns an empty list if a dimension is not positive, the product exceeds
/// `most_processes`, or `order` is not a permutation of the dimensions.
std::vector<std::int64_t> iota_order(const std::vector<std::int64_t>& dimensions,
                                     const std::vector<std::int64_t>& order);

/// Groups of device ids: processes that differ only along `axes` form one row, in the order of their
/// coordinates.
std::vector<std::vector<std::int64_t>> mesh_groups(const Mesh& mesh, const std::vector<MeshAxis>& axes,
                                                   const Place& place);
/// The same for the attribute `#stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [...]>` of an op.
std::vector<std::vector<std::int64_t>> mesh_groups(const Program& program, const Op& op,
                                                   const StructAttribute& attribute);

}  // namespace hlo2c::frontend
