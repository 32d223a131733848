#pragma once

#include <string>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// The only function in a custom call's `called_computations`; "" if there are none or several.
std::string called_computation(const Op& op);

}  // namespace hlo2c::frontend
