#pragma once

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// Makes the last tiles of a serial loop, where they are written out behind it because they begin early, its
/// last iteration: `for (tile < 2) f(tile * 11); f(20);` becomes `for (tile < 3) f(min(tile * 11, 20));`. Two
/// equal tiles without a loop become a loop of two. Innermost loops are left alone.
LoopNest join_tails(const LoopNest& nest);

}  // namespace hlo2c::scheduler
