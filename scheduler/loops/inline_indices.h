#pragma once

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// Inlines named indices that are hardly longer than their names: a constant, or a loop variable or another
/// name, alone, times a constant, or plus a constant. Halide hoists such terms out of inner loops; C
/// compilers do so themselves, and an access reads better with its whole index.
LoopNest inline_indices(const LoopNest& nest);

}  // namespace hlo2c::scheduler
