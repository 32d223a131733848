#pragma once

#include "scheduler/kernels/function_schedules.h"

namespace hlo2c::scheduler {

/// Schedules the requests to other processes: those of async_start ops, and sends in loops and branches. Goes
/// through them in execution order, because the limit counts the requests that have not ended yet.
void schedule_requests(const FunctionGraph& graph, const FunctionGroups& groups, const FunctionOrder& order,
                       FunctionSchedules& schedules);

}  // namespace hlo2c::scheduler
