#pragma once

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// True if two expressions are the same code; large ones may be taken for different. The values of the same
/// code are equal if no store runs in between.
bool same_code(const LoopNest& nest, NodeId a, NodeId b);

}  // namespace hlo2c::scheduler
