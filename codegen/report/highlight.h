#pragma once

#include <string>
#include <string_view>

namespace hlo2c::codegen {

/// C as HTML with comments, keywords, numbers and strings marked by the classes c, k, n and s.
std::string highlight_c(std::string_view code);

}  // namespace hlo2c::codegen
