#pragma once

#include <vector>

#include "scheduler/plan.h"

namespace hlo2c::scheduler {

/// Chooses a pool and an offset there for each of these arena buffers, whose live steps are known. Those with
/// the most traffic for their size get the fastest pools. If they do not fit, fails with H0702, which names
/// an irreducible set of them.
void place_in_pools(FunctionPlan& function, const std::vector<Kernel>& kernels,
                    const std::vector<MemoryPool>& pools, const std::vector<BufferId>& placed);

}  // namespace hlo2c::scheduler
