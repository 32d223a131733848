#pragma once

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// Removes unused lets and locals, empty blocks, loops and branches, loops around one trip, and unreferenced
/// nodes; folds integer arithmetic on constants (x + 0, x * 1, 3 * 4) in indices.
LoopNest prune(const LoopNest& nest);

}  // namespace hlo2c::scheduler
