#pragma once

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// Makes one loop of loops that follow each other and have the same iterations, so that the vectors and the
/// rest of a row are stored one after the other. For kernels whose loops store different elements, or the
/// same values, and read only those of the output that they store.
LoopNest join_rows(const LoopNest& nest);

}  // namespace hlo2c::scheduler
