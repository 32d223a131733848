#pragma once

#include <string>
#include <vector>

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// Proves that every load and store stays inside its buffer, with affine forms over loop variables of known
/// intervals and with the conditions of enclosing ifs and of masks. Returns one sentence for each access that
/// it cannot prove: "load a[...]: index 0..128 of 128 elements".
std::vector<std::string> prove_bounds(const LoopNest& nest);

}  // namespace hlo2c::scheduler
