#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace hlo2c::frontend {

using LocationId = std::uint32_t;
inline constexpr LocationId unknown_location = 0;

/// Where an op comes from. `Name` wraps a child ("jit(f)/add"), `CallSite` has callee and caller, `Fused` any
/// number; `File` is a range of the user's own source. The position in the input file is `Op::position`.
struct Location {
    enum class Kind : std::uint8_t { Unknown, File, Name, CallSite, Fused };
    Kind kind = Kind::Unknown;
    std::string text;  ///< file name, or name, or metadata of a fused location
    int line = 0, column = 0, end_line = 0, end_column = 0;
    std::vector<LocationId> children;
    bool operator==(const Location&) const = default;
};

/// All locations of a program, shared by index; entry 0 is unknown. Children come before their parents.
struct LocationTable {
    std::vector<Location> locations = {Location{}};
    bool operator==(const LocationTable& other) const { return locations == other.locations; }
    /// Index of the location, which is added unless an equal one exists.
    LocationId intern(Location location);
    const Location& operator[](LocationId id) const { return locations[id]; }
    /// Short text for diagnostics: file and line in the user's source, "model.py:41"; empty if unknown.
    std::string describe(LocationId id) const;
    /// The outermost name, "jit(f)/dot_general"; empty if there is none.
    std::string name(LocationId id) const;
    /// The part of a model that the names put an op in: "Net/Conv_0" of "jit(f)/Net/Conv_0/add". Empty if
    /// they have no such part.
    std::string scope(LocationId id) const;

private:
    std::unordered_multimap<std::size_t, LocationId> index_;  ///< hash of a location -> its entries
    std::size_t indexed_ = 0;  ///< number of leading `locations` already in `index_`
};

}  // namespace hlo2c::frontend
