#pragma once

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// Hoists index arithmetic with divisions out of all loops that do not change it, and names it. For example,
/// the start of each row of a tile is then computed before the loop of its sum.
LoopNest hoist_divisions(const LoopNest& nest);

}  // namespace hlo2c::scheduler
