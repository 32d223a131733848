#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// A numeric option of a custom call, true and false as 1 and 0, from a dictionary or from text like
/// `{"name": 3}` or `{name = 3}`. Nothing if no option has the name.
std::optional<std::int64_t> configured_number(const Op& op, std::string_view name);

}  // namespace hlo2c::frontend
