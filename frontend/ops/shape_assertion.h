#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// The message of a `shape_assertion` that does not hold: {0}, {1}, ... replaced by the integers that follow
/// the condition, those that are not known left as they are.
std::string shape_assertion_message(const Op& op, const std::vector<std::optional<std::int64_t>>& values);

}  // namespace hlo2c::frontend
