#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/processes/process_groups.h"

namespace hlo2c::frontend {

/// The part of a tensor that a process holds: [begin, end) per dimension.
using Box = std::vector<std::pair<std::int64_t, std::int64_t>>;

/// How a tensor is split into parts of equal size (the last ones may be smaller), and which part each rank
/// holds.
struct Sharding {
    std::vector<std::int64_t> parts;                     ///< number of parts per dimension
    std::vector<std::vector<std::int64_t>> coordinates;  ///< index of the part, by rank and dimension
    bool manual = false;                                 ///< `{manual}`: each process has its own value
    std::vector<bool> open;                ///< by dimension: a compiler may cut it further; empty: none
    std::vector<std::int64_t> priorities;  ///< by dimension, 0 first; empty: all 0
    /// By rank: the index along the axes that may not cut this tensor; empty if there are none.
    std::vector<std::int64_t> reserved;
    bool unreduced = false;  ///< the tensor is a combination of the values of several processes
    bool operator==(const Sharding&) const = default;

    /// Whether every process holds the whole tensor.
    bool is_replicated() const;
    std::vector<std::int64_t> local_shape(const std::vector<std::int64_t>& shape) const;
    Box box(const std::vector<std::int64_t>& shape, int rank) const;
    /// The index of the part that each rank holds of a dimension.
    std::vector<std::int64_t> coordinates_along(std::size_t dimension) const;
    /// The ranks in row-major order of their parts; those with the same part by number.
    std::vector<std::int64_t> ranks_by_part() const;
};

/// The sharding of a tensor of `rank` dimensions that each of `ranks` processes holds as a whole.
Sharding replicated(int rank, int ranks);

/// The attribute of an argument or result that is one process's part of a tensor: the HLO sharding of the
/// whole tensor.
inline constexpr std::string_view part_attribute = "hlo2c.part_of";

/// Selects axes of a mesh; an empty function selects all of them.
using AxisFilter = std::function<bool(const std::string& axis)>;

/// Parses an sdy sharding without its angle brackets, `@mesh, [{"x"}, {}]`, for a tensor of `rank` dimensions
/// on `ranks` processes. Ignores axes that `counts` does not select. Fails with H0325 on malformed text or
/// meshes.
Sharding parse_sdy_sharding(const Program& program, std::string_view text, int rank, int ranks,
                            const Place& place, const AxisFilter& counts = {});
/// The quoted names in `manual_axes{"x", "y"}` or `{"x", "y"}`.
std::vector<std::string> axis_names(std::string_view text);
/// Splits `[<@mesh, [...]>, ...]` into its shardings, as texts without their angle brackets.
std::vector<std::string> split_sdy_shardings(std::string_view text);

/// Parses an HLO sharding: `{devices=[2,1,2]<=[4] last_tile_dim_replicate}`, `{replicated}`, `{manual}`.
/// Fails with H0325 on malformed text.
Sharding parse_hlo_sharding(std::string_view text, int rank, int ranks, const Place& place);

/// The sharding in the attributes of an argument or result (`sdy.sharding`, `mhlo.sharding`); nullopt if
/// there is none.
std::optional<Sharding> find_sharding(const Program& program, const std::vector<NamedAttribute>& attributes,
                                      int rank, int ranks, const Place& place);

}  // namespace hlo2c::frontend
