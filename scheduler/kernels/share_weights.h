#pragma once

#include "scheduler/kernels/function_schedules.h"

namespace hlo2c::scheduler {

/// Chooses other schedules where contractions read a constant in different orders, or where other kernels
/// read it as it is, so that the library stores it once. Of all orders that every reader can use, the one
/// with the lowest estimate is taken, unless it costs much more than what is chosen already.
void share_weights(const FunctionGraph& graph, const FunctionGroups& groups, const Target& target,
                   FunctionSchedules& schedules);

}  // namespace hlo2c::scheduler
