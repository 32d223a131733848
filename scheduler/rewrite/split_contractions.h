#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::scheduler {

/// Splits float contractions over a long dimension that no divisor cuts into stretches, such as a prime
/// number of tokens: one contraction takes whole stretches, a second one the rest, and their results are
/// added. It does the same with a shorter dimension, such as 131 rows of a window, around others that are too
/// short for a stretch, such as 4 columns. This keeps the rounding errors of short sums, and panels of the
/// operands fit the caches.
void split_contractions(frontend::Program& program);

}  // namespace hlo2c::scheduler
