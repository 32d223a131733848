#pragma once

#include "scheduler/loops/loop_nest.h"
#include "scheduler/target/target.h"

namespace hlo2c::scheduler {

/// Marks the innermost loops that C compilers must not unroll. If iterations of a short loop read the same
/// elements, as windows do, the unrolled code keeps these elements beside the accumulators, and spills
/// accumulators in every step if there are too few registers. Without multiply-adds, loops wait less for
/// accumulators; machines whose multiply-adds take a scalar from memory, or a lane of a vector, have
/// registers enough. Those that take a lane load many scalars at once, though: there, bodies of more
/// multiply-adds than registers, which gain nothing, are not unrolled.
LoopNest mark_rolled_loops(LoopNest nest, const Target& target);

}  // namespace hlo2c::scheduler
