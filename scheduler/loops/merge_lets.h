#pragma once

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// Gives neighbouring statements that bind the same index, each under a name of its own, one name.
LoopNest merge_lets(const LoopNest& nest);

}  // namespace hlo2c::scheduler
