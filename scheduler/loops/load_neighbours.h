#pragma once

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// Loads vectors whose lanes lie at constant distances from each other, within two vectors, by one or two
/// loads of neighbours and a shuffle. These are gathers, and shuffles of loads that are narrower than the
/// result.
LoopNest load_neighbours(const LoopNest& nest);

}  // namespace hlo2c::scheduler
