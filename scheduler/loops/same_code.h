#pragma once

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// True if two expressions apply the same operations to the same names and numbers, so that their values are
/// equal if no store runs in between. Large expressions may count as different.
bool same_code(const LoopNest& nest, NodeId a, NodeId b);

}  // namespace hlo2c::scheduler
