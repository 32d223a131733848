#pragma once

#include "scheduler/loops/loop_nest.h"
#include "scheduler/target/target.h"

namespace hlo2c::scheduler {

/// Where all iterations of a loop read one panel of a large operand, and the next panel follows it in memory,
/// the iterations prefetch the next one, a few lines at a time: otherwise the first iteration that reads it
/// waits for memory, and the others leave memory idle.
LoopNest prefetch_panels(const LoopNest& nest, const Target& target);

}  // namespace hlo2c::scheduler
