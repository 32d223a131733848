#pragma once

#include <vector>

#include "scheduler/plan.h"

namespace hlo2c::scheduler {

/// Bytes that one run of the function reads and writes in each buffer, estimated: a loop with an unknown
/// number of turns counts as a few, and each branch as if it ran.
std::vector<std::int64_t> traffic(const FunctionPlan& function, const std::vector<Kernel>& kernels);

}  // namespace hlo2c::scheduler
