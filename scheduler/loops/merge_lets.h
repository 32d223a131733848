#pragma once

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// Merges lets: neighbouring statements that bind the same index under different names share one name.
LoopNest merge_lets(const LoopNest& nest);

}  // namespace hlo2c::scheduler
