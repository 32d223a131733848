#pragma once

#include <algorithm>
#include <string_view>

namespace hlo2c::frontend {

/// Takes the first word off a row of words, which single blanks separate: the form of the tables of names.
inline std::string_view take_word(std::string_view& row) {
    const std::string_view word = row.substr(0, row.find(' '));
    row.remove_prefix(std::min(word.size() + 1, row.size()));
    return word;
}

}  // namespace hlo2c::frontend
