#pragma once

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// Turns elementwise loops that load neighbours in one loop and store neighbours in another into
/// transpositions of square blocks in vector registers. The remaining elements are still computed one by one.
LoopNest transpose_copies(const LoopNest& nest, int vector_bytes);

}  // namespace hlo2c::scheduler
