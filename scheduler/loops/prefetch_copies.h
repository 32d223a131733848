#pragma once

#include "scheduler/loops/loop_nest.h"
#include "scheduler/target/target.h"

namespace hlo2c::scheduler {

/// Where each iteration of a loop copies a panel of an operand that is larger than the second-level cache,
/// and tiles then read the copy, the tiles prefetch what the next iteration copies: otherwise a copy waits
/// for memory while no tile computes.
LoopNest prefetch_copies(const LoopNest& nest, const Target& target);

}  // namespace hlo2c::scheduler
