#pragma once

#include "scheduler/kernels/function_schedules.h"

namespace hlo2c::scheduler {

/// Schedules the requests to other processes, in the order in which the function runs: those of async_start
/// ops, and sends in loops and branches. How many are concurrent already depends on those before.
void schedule_requests(const FunctionGraph& graph, const FunctionGroups& groups, const FunctionOrder& order,
                       FunctionSchedules& schedules);

}  // namespace hlo2c::scheduler
