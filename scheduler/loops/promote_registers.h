#pragma once

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// Turns Allocates in `Registers` into locals, one per stretch of lanes that is accessed as a whole: "acc"
/// becomes acc0, acc1, ... in the order of their places. Arrays whose accesses are not at constant places, or
/// overlap without being equal, become `Stack` arrays.
LoopNest promote_registers(const LoopNest& nest);

}  // namespace hlo2c::scheduler
