#pragma once

#include <map>
#include <string>
#include <string_view>

namespace hlo2c::codegen {

/// The templates of codegen/c/math, embedded at build time, by base name ("exp.c").
const std::map<std::string, std::string_view>& math_templates();

}  // namespace hlo2c::codegen
