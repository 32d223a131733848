#pragma once

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// Computes neighbouring stores of long expressions side by side: parts of each get names, and follow each
/// other in turn. Such an expression is one chain of dependent instructions, longer than what a core looks
/// ahead, and compilers keep the order of statements. No value changes.
LoopNest interleave_stores(const LoopNest& nest);

}  // namespace hlo2c::scheduler
