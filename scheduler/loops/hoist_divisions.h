#pragma once

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// Computes index arithmetic that divides before the outermost loop that does not change it, and names it, so
/// that the inner loop reads as what it is: where each row of a tile begins is known before its sum.
LoopNest hoist_divisions(const LoopNest& nest);

}  // namespace hlo2c::scheduler
