#pragma once

#include <array>
#include <cstddef>

namespace hlo2c::frontend {

/// One row of a table over the enumerators of an enumeration.
template <typename Key, typename T>
struct EnumEntry {
    Key key;
    T value;
};

/// The values for the enumerators up to `last`, in order; T{} for an enumerator without a row. Two rows for
/// one enumerator do not compile.
template <auto last, typename T, std::size_t count>
consteval auto by_enumerator(const EnumEntry<decltype(last), T> (&entries)[count]) {
    std::array<T, static_cast<std::size_t>(last) + 1> table{};
    std::array<bool, static_cast<std::size_t>(last) + 1> filled{};
    for (const auto& entry : entries) {
        const auto at = static_cast<std::size_t>(entry.key);
        if (filled[at]) throw "the table has an enumerator twice";
        filled[at] = true;
        table[at] = entry.value;
    }
    return table;
}

/// The same; an enumerator without a row does not compile.
template <auto last, typename T, std::size_t count>
consteval auto by_every_enumerator(const EnumEntry<decltype(last), T> (&entries)[count]) {
    static_assert(count == static_cast<std::size_t>(last) + 1, "the table has one row for each enumerator");
    return by_enumerator<last, T>(entries);
}

}  // namespace hlo2c::frontend
