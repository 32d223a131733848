#pragma once

#include <string>
#include <utility>
#include <vector>

namespace hlo2c::codegen {

/// The folder with Clang's own headers (stddef.h, immintrin.h, arm_neon.h), in the form of clang's
/// -resource-dir: the one found when hlo2c was built, or else one of the usual places. Throws a user error
/// (H0590) that names the package if there is none.
std::string clang_resource_directory();

/// The few headers of the C library that emitted code may include, as (name, text): declarations only, the
/// same for every target, so that checking needs no C library of the target on this machine.
const std::vector<std::pair<std::string, std::string>>& c_library_headers();

}  // namespace hlo2c::codegen
