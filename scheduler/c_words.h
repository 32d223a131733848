#pragma once

#include <string_view>

namespace hlo2c::scheduler {

/// A keyword of C11.
bool is_c_keyword(std::string_view word);
/// A word that no name of an emitted library may be: a keyword of C or C++, or what their headers and
/// compilers define.
bool is_reserved_word(std::string_view word);

}  // namespace hlo2c::scheduler
