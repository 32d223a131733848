#pragma once

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// A call of this function returns its only operand, a load. It marks a load whose elements may be loaded
/// together for several iterations of the innermost loop around it.
inline constexpr const char* step_of_row = "step_of_row";

/// Unrolls each loop with such calls by the lanes of a vector, loads the elements of that many iterations as
/// one vector, and reads its lanes. Elements that do not fill a vector, or are not neighbours in memory, are
/// loaded one by one. The order of the iterations does not change.
LoopNest load_row_vectors(const LoopNest& nest, int vector_bytes);

}  // namespace hlo2c::scheduler
