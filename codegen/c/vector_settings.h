#pragma once

#include <string>
#include <string_view>

namespace hlo2c::codegen {

/// What precedes the types and functions of the header of vectors: the settings of the compiler, and of the
/// includes, macros and scalar types those that `code` uses. Headers of intrinsics are long: a file of
/// kernels without them compiles several times as fast.
std::string vector_settings(std::string_view code);

}  // namespace hlo2c::codegen
