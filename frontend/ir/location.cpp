#include "frontend/ir/location.h"

#include <fmt/format.h>

#include <functional>
#include <string_view>

namespace hlo2c::frontend {
namespace {

std::size_t hash(const Location& location) {
    std::size_t seed = std::hash<std::string_view>{}(location.text);
    const auto mix = [&seed](std::size_t value) {
        seed = (seed ^ value) * 0x9E3779B97F4A7C15u + (seed >> 29);
    };
    mix(static_cast<std::size_t>(location.kind));
    mix(static_cast<std::size_t>(location.line));
    mix(static_cast<std::size_t>(location.column));
    for (LocationId child : location.children) mix(child);
    return seed;
}

/// The first file location below `id` in the order of the children: the innermost frame of a call stack.
const Location* first_file(const LocationTable& table, LocationId id) {
    const Location& location = table[id];
    if (location.kind == Location::Kind::File) return &location;
    for (LocationId child : location.children)
        if (const Location* found = first_file(table, child)) return found;
    return nullptr;
}

}  // namespace

LocationId LocationTable::intern(Location location) {
    if (location.kind == Location::Kind::Unknown) return unknown_location;
    for (; indexed_ < locations.size(); indexed_++)
        index_.emplace(hash(locations[indexed_]), static_cast<LocationId>(indexed_));
    const auto [begin, end] = index_.equal_range(hash(location));
    for (auto entry = begin; entry != end; ++entry)
        if (locations[entry->second] == location) return entry->second;
    locations.push_back(std::move(location));
    return static_cast<LocationId>(locations.size() - 1);
}

std::string LocationTable::describe(LocationId id) const {
    const Location* file = first_file(*this, id);
    if (file == nullptr) return {};
    const std::size_t slash = file->text.rfind('/');
    const std::string base = slash == std::string::npos ? file->text : file->text.substr(slash + 1);
    return fmt::format("{}:{}", base, file->line);
}

std::string LocationTable::name(LocationId id) const {
    const Location& location = (*this)[id];
    if (location.kind == Location::Kind::Name) return location.text;
    for (LocationId child : location.children)
        if (std::string found = name(child); !found.empty()) return found;
    return {};
}

}  // namespace hlo2c::frontend
