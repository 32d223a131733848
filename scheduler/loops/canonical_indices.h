#pragma once

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// Writes scalar index arithmetic as a sum of products with constants, outer symbols first and the constant
/// last:
/// ((yo * 6 + 2) * 256) + k becomes yo * 1536 + k + 512. C compilers then see which addresses differ by a
/// constant and keep one pointer for all of them. Divisions lose terms that never change the quotient, and
/// remainders multiples of the divisor, also in the lanes of vectors.
LoopNest canonical_indices(const LoopNest& nest);

}  // namespace hlo2c::scheduler
