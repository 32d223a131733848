#pragma once

#include <string>

#include "scheduler/plan.h"

namespace hlo2c::codegen {

/// The arena over time as SVG: time runs to the right, addresses go up, one rectangle per buffer that says
/// what it is when the pointer rests on it. The line over it is the sum of what is live. Empty text if the
/// arena is empty.
std::string memory_map_svg(const scheduler::FunctionPlan& function);

}  // namespace hlo2c::codegen
