#pragma once

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// A call of an element of a padded operand and, for each padded dimension, its position and the size: it is
/// padding if some position is not 0 to size - 1. Only a factor of an Fma is such a call.
inline constexpr const char* element_inside = "element_inside";

/// The same for an operand whose padding is zeros in memory: products with it may be left out.
inline constexpr const char* element_or_zero = "element_or_zero";

/// Leaves out the products with padding, and no other ones. Iterations of loops whose positions are known
/// become loops of their own where some elements are padding: the first and the last tiles of a line. Loops
/// whose positions also depend on loops around them begin later, or end earlier. Products with zeros in
/// memory are left out in this way only.
LoopNest peel_borders(const LoopNest& nest);

}  // namespace hlo2c::scheduler
