#pragma once

#include "scheduler/plan.h"

namespace hlo2c::scheduler {

/// Numbers the steps in the one order in which they run, notes from when to when each arena buffer is live,
/// and places the buffers in the arena. A buffer that is used inside a loop and outside of it is live for the
/// whole loop.
void place_buffers(FunctionPlan& plan);

}  // namespace hlo2c::scheduler
