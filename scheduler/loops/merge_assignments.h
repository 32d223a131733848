#pragma once

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// Merges a local's constant first value into the assignment that follows: "total = 0; total = x + total"
/// becomes "total = x + 0". A local is declared in front of the first statement that uses it; one that is
/// assigned once becomes a let.
LoopNest merge_assignments(const LoopNest& nest);

}  // namespace hlo2c::scheduler
