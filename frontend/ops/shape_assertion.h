#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// The message of a failed `shape_assertion`: the integer operands after the condition replace {0}, {1}, ...;
/// placeholders of unknown values stay.
std::string shape_assertion_message(const Op& op, const std::vector<std::optional<std::int64_t>>& values);

}  // namespace hlo2c::frontend
