#pragma once

#include <string>

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// Loads what the statements behind a loop read of a buffer before this loop. A last vector of a row that
/// overlaps the one before it stores some elements again; a kernel that works in place must have read them
/// before the first store.
LoopNest load_tails_first(const LoopNest& nest, const std::string& buffer);

}  // namespace hlo2c::scheduler
