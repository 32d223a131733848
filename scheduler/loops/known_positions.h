#pragma once

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// Unrolls innermost loops whose gathers take elements at positions that are known for each iteration, such
/// as those of a constant, so that they become loads of neighbours and shuffles. If the positions repeat
/// after some iterations, at a distance, only these are unrolled.
LoopNest load_known_positions(const LoopNest& nest);

}  // namespace hlo2c::scheduler
