#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::scheduler {

/// Computes cumulative sums, products, minima, maxima and the like, which are windows as long as their
/// dimension, in blocks: within each block, over the totals of the blocks, then both together. The number of
/// operations grows with the dimension instead of with its square, and errors of sums with its logarithm.
void block_cumulative_windows(frontend::Program& program);

}  // namespace hlo2c::scheduler
