#pragma once

#include <algorithm>
#include <string_view>

namespace hlo2c::frontend {

/// Removes and returns the first word of a row of words separated by single blanks: the format of the name
/// tables, and of figures.
constexpr std::string_view take_word(std::string_view& row) {
    const std::string_view word = row.substr(0, row.find(' '));
    row.remove_prefix(std::min(word.size() + 1, row.size()));
    return word;
}

}  // namespace hlo2c::frontend
