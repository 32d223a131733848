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

/// How a tensor is cut into parts of equal size, and which part each rank holds.
struct Sharding {
    std::vector<std::int64_t> parts;                     ///< per dimension
    std::vector<std::vector<std::int64_t>> coordinates;  ///< per rank and dimension
    bool manual = false;                                 ///< `{manual}`: a process's own value
    bool operator==(const Sharding&) const = default;

    /// Every process holds all of it.
    bool is_replicated() const;
    std::vector<std::int64_t> local_shape(const std::vector<std::int64_t>& shape) const;
    Box box(const std::vector<std::int64_t>& shape, int rank) const;
};

/// A tensor of `rank` dimensions that all of `ranks` processes hold.
Sharding replicated(int rank, int ranks);

/// The attribute of an argument or result of one process's program that says how the whole is cut of which it
/// is a part, as HLO writes it.
inline constexpr std::string_view part_attribute = "hlo2c.part_of";

/// Which axes of a mesh count; the empty function stands for all.
using AxisFilter = std::function<bool(const std::string& axis)>;

/// A sharding of the sdy dialect, as text without the brackets around it: `@mesh, [{"x"}, {}]`, as far as the
/// axes count. Fails with H0325 for text and meshes that are not understood.
Sharding parse_sdy_sharding(const Program& program, std::string_view text, int rank, int ranks,
                            const Place& place, const AxisFilter& counts = {});
/// The names in `manual_axes{"x", "y"}` or `{"x", "y"}`.
std::vector<std::string> axis_names(std::string_view text);
/// The shardings of `[<@mesh, [...]>, ...]`, as texts without the brackets around them.
std::vector<std::string> split_sdy_shardings(std::string_view text);

/// A sharding as HLO writes it: `{devices=[2,1,2]<=[4] last_tile_dim_replicate}`, `{replicated}`, `{manual}`.
/// Fails with H0325.
Sharding parse_hlo_sharding(std::string_view text, int rank, int ranks, const Place& place);

/// The sharding in the attributes of an argument or result (`sdy.sharding`, `mhlo.sharding`); nothing where
/// there is none.
std::optional<Sharding> find_sharding(const Program& program, const std::vector<NamedAttribute>& attributes,
                                      int rank, int ranks, const Place& place);

}  // namespace hlo2c::frontend
