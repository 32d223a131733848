#pragma once

#include <string>
#include <string_view>

#include "frontend/name_table.h"

namespace hlo2c::codegen {

using frontend::NameTable;

/// `text` as a C identifier: other characters become '_', an 'x' is prepended to a leading digit or an empty
/// text, leading underscores are dropped, and '_' is appended to reserved words.
std::string identifier(std::string_view text);
std::string upper_case(std::string_view text);

}  // namespace hlo2c::codegen
