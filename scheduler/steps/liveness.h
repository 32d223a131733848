#pragma once

#include "scheduler/plan.h"

namespace hlo2c::scheduler {

/// Numbers the steps in execution order, finds the live range of each arena buffer, and places the buffers in
/// the arena or in the memory of results. A buffer that is used both inside and outside a loop is live for
/// the whole loop. `pools` are those of the target that hold values; without any, the arena has no limit.
void place_buffers(FunctionPlan& function, const std::vector<Kernel>& kernels,
                   const std::vector<MemoryPool>& pools = {});

}  // namespace hlo2c::scheduler
