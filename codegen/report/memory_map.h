#pragma once

#include <string>

#include "scheduler/plan.h"

namespace hlo2c::codegen {

/// A pool over time as SVG (0: the arena): time runs to the right, addresses go up, one rectangle per buffer,
/// with a tooltip that describes it. The line above is the sum of the live bytes. Empty text if the pool is
/// empty.
std::string memory_map_svg(const scheduler::FunctionPlan& function, int pool);

}  // namespace hlo2c::codegen
