#pragma once

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// Makes those `Shared` loops serial that no parallel loop of known extent follows: nothing could run them in
/// parts.
LoopNest settle_shared_loops(const LoopNest& nest);

}  // namespace hlo2c::scheduler
