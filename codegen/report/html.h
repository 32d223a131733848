#pragma once

#include <cstdint>
#include <string>

#include "codegen/text/escape.h"

namespace hlo2c::codegen {

/// "640 B", "36.8 KiB".
std::string readable_bytes(std::int64_t bytes);
/// "640", "1.23 M".
std::string readable_count(std::int64_t count);
/// "37 632": groups of three with a narrow space.
std::string grouped_digits(std::int64_t count);

}  // namespace hlo2c::codegen
