#pragma once

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// A call of this function has one operand, a load, and its value. Iterations of the innermost loop around it
/// may load their elements together.
inline constexpr const char* step_of_row = "step_of_row";

/// Unrolls the loops with such calls by the lanes of a vector, loads the elements of as many iterations as
/// one vector, and takes its lanes. What does not fill a vector is loaded element by element, and so are
/// elements that are no neighbours in memory. The order of the iterations stays.
LoopNest load_row_vectors(const LoopNest& nest, int vector_bytes);

}  // namespace hlo2c::scheduler
