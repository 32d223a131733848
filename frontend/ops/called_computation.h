#pragma once

#include <string>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// The function that a custom call names as its only computation; "" where it names none or several.
std::string called_computation(const Op& op);

}  // namespace hlo2c::frontend
