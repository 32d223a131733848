#pragma once

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// Replaces minima and maxima of integers by the operand that is always the result: min(max(x, 0), 7) becomes
/// x if x is a loop variable from 0 to 7, or the result of another clamp to that range.
LoopNest drop_clamps(const LoopNest& nest);

}  // namespace hlo2c::scheduler
