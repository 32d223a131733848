#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::scheduler {

/// Splits reductions to several results of which only some are plain sums, products, minima or maxima. Each
/// of these becomes a reduction of its own, whose elements may be combined in any order; the others stay
/// together and are combined one after another.
void split_reductions(frontend::Program& program);

}  // namespace hlo2c::scheduler
