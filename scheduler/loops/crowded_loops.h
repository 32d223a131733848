#pragma once

#include "scheduler/loops/loop_nest.h"
#include "scheduler/target/target.h"

namespace hlo2c::scheduler {

/// Marks the innermost loops whose sums and operands leave no registers for what the code around reads in
/// every iteration of an outer loop, such as a bias. C compilers load this once, before all loops, and then
/// spill operands of the sums in every step. After a marked loop they load it again.
LoopNest mark_crowded_loops(LoopNest nest, const Target& target);

}  // namespace hlo2c::scheduler
