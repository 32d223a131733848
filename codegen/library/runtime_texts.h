#pragma once

#include <map>
#include <string>
#include <string_view>

namespace hlo2c::codegen {

/// The files of runtime_c by name, embedded at build time.
const std::map<std::string, std::string_view>& runtime_texts();

}  // namespace hlo2c::codegen
