#pragma once

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// The other operand of a node that is a float maximum with +0 (a relu); no_node for other nodes. A relu
/// takes one instruction less than a general maximum, which must choose between zeros of different signs.
NodeId relu_operand(const LoopNest& nest, NodeId id);

/// A float maximum or minimum with a constant.
struct ConstantLimit {
    NodeId operand = no_node, limit = no_node;
};

/// The operands of a node that is a float maximum or minimum with a constant if the comparison of both alone
/// decides: the constant is neither NaN nor a zero, but for a minimum with +0, which leaves -0 as it is.
/// (Compilers may replace a maximum with -0, which would be as simple, by one with +0.)
ConstantLimit constant_limit(const LoopNest& nest, NodeId id);

}  // namespace hlo2c::scheduler
