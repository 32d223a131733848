#pragma once

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// Copies element by element that read neighbours in one loop and store neighbours in another one become
/// transpositions of square blocks of vectors in registers; what fills no block stays as it is.
LoopNest transpose_copies(const LoopNest& nest, int vector_bytes);

}  // namespace hlo2c::scheduler
