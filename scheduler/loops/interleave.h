#pragma once

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// Interleaves neighbouring stores of long expressions: parts of each get names, and the parts of all follow
/// each other in turn. Such an expression is one chain of dependent instructions that is longer than the
/// out-of-order window of a core, and compilers keep the order of statements. No value changes.
LoopNest interleave_stores(const LoopNest& nest);

}  // namespace hlo2c::scheduler
