#pragma once

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// Splits vectors wider than `vector_bytes`, and those whose number of lanes is not a power of two, into
/// pieces that fit. A statement is split by the widest element it computes with; wide lets, locals and stores
/// become several. Lets inside of expressions become statements. A reduction combines pieces lane by lane
/// before it combines lanes.
LoopNest native_width(const LoopNest& nest, int vector_bytes);

}  // namespace hlo2c::scheduler
