#pragma once

#include <string>
#include <vector>

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// Shows that every load and store stays inside its buffer, by affine forms over loop variables with
/// intervals, using the conditions of enclosing ifs and of masks. Returns one sentence for each access that
/// it cannot show this for: "load a[...]: index 0..128 of 128 elements".
std::vector<std::string> prove_bounds(const LoopNest& nest);

}  // namespace hlo2c::scheduler
