#pragma once

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// The operand of which a node is the maximum with +0, a float; no_node for other nodes. It takes one
/// instruction less than a maximum: the sign of a zero needs no care.
NodeId relu_operand(const LoopNest& nest, NodeId id);

}  // namespace hlo2c::scheduler
