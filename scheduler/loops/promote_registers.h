#pragma once

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// Turns Allocates in `Registers` into locals, one per range of lanes that is accessed as a whole: "acc"
/// becomes acc0, acc1, ... by position, "acc_2" acc_2_0, acc_2_1, .... An array with an access at a variable
/// index, or with accesses that partly overlap, becomes a `Stack` array.
LoopNest promote_registers(const LoopNest& nest);

}  // namespace hlo2c::scheduler
