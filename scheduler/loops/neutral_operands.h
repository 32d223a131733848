#pragma once

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// Drops operands that never change the result of an operation, such as the first values of reductions: 0 of
/// a bitwise or, -0 of a sum of floats, minus infinity of a maximum.
LoopNest drop_neutral_operands(const LoopNest& nest);

}  // namespace hlo2c::scheduler
