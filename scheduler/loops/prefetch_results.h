#pragma once

#include "scheduler/loops/loop_nest.h"
#include "scheduler/target/target.h"

namespace hlo2c::scheduler {

/// Where tiles add their sums to an array, and a loop then stores rows of a result that is larger than the
/// second-level cache, the tiles prefetch the lines of these rows: otherwise the stores come all at once, and
/// wait for memory while no tile computes.
LoopNest prefetch_results(const LoopNest& nest, const Target& target);

}  // namespace hlo2c::scheduler
