#pragma once

#include <vector>

#include "scheduler/plan.h"

namespace hlo2c::scheduler {

/// An estimate of the bytes that one run of the function reads and writes in each buffer. A loop of unknown
/// trip count counts as a few iterations, and every branch counts as if it ran.
std::vector<std::int64_t> traffic(const FunctionPlan& function, const std::vector<Kernel>& kernels);

}  // namespace hlo2c::scheduler
