#pragma once

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// Removes names of indices that are hardly shorter than what they stand for: a loop variable or another
/// name, alone, times a constant, or plus a constant. Halide moves such terms out of inner loops; C compilers
/// do so themselves, and an access reads better with its whole index.
LoopNest inline_indices(const LoopNest& nest);

}  // namespace hlo2c::scheduler
