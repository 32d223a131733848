#pragma once

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// The other operand of a node that is a float maximum with +0 (a relu); no_node for other nodes. A relu
/// takes one instruction less than a general maximum, which must choose between zeros of different signs.
NodeId relu_operand(const LoopNest& nest, NodeId id);

}  // namespace hlo2c::scheduler
