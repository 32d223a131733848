#include "frontend/ir/location.h"

#include <fmt/format.h>

#include <functional>
#include <string_view>
#include <unordered_set>

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

/// The first location, in pre-order from `id`, that `wanted` accepts. Each location is visited once.
template <typename Wanted>
const Location* first_below(const LocationTable& table, LocationId id, Wanted wanted) {
    std::vector<LocationId> waiting = {id};
    std::unordered_set<LocationId> seen;
    while (!waiting.empty()) {
        const LocationId next = waiting.back();
        waiting.pop_back();
        if (!seen.insert(next).second) continue;
        const Location& location = table[next];
        if (wanted(location)) return &location;
        waiting.insert(waiting.end(), location.children.rbegin(), location.children.rend());
    }
    return nullptr;
}

/// "Net/Conv_0" of "jit(f)/Net/Conv_0/add": without functions that were compiled, and the op itself.
std::string scope_of(std::string_view name) {
    std::string scope;
    for (std::size_t end = name.find('/'); end != std::string_view::npos; end = name.find('/')) {
        const std::string_view part = name.substr(0, end);
        if (!part.empty() && !part.starts_with("jit("))
            scope += (scope.empty() ? "" : "/") + std::string(part);
        name.remove_prefix(end + 1);
    }
    return scope;
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
    const Location* file = first_below(
        *this, id, [](const Location& location) { return location.kind == Location::Kind::File; });
    if (file == nullptr) return {};
    const std::size_t slash = file->text.rfind('/');
    const std::string base = slash == std::string::npos ? file->text : file->text.substr(slash + 1);
    return fmt::format("{}:{}", base, file->line);
}

std::string LocationTable::name(LocationId id) const {
    const Location* named = first_below(
        *this, id, [](const Location& location) { return location.kind == Location::Kind::Name; });
    return named != nullptr ? named->text : std::string();
}

std::string LocationTable::scope(LocationId id) const {
    std::string scope;
    first_below(*this, id, [&](const Location& location) {
        if (location.kind == Location::Kind::Name) scope = scope_of(location.text);
        return !scope.empty();
    });
    return scope;
}

}  // namespace hlo2c::frontend
