#pragma once

#include "frontend/ir/program.h"
#include "scheduler/loops/float_rules.h"

namespace hlo2c::scheduler {

/// Turns products with one-hot rows, such as embeddings that a program writes as a comparison with 0, 1, ...
/// and a dot_general, into gathers of rows; rows whose index is out of range are zeros. Floats must be
/// constants without infinities, NaNs and negative zeros, unless the rules assume finite values.
void gather_one_hot_products(frontend::Program& program, FloatRules rules);

}  // namespace hlo2c::scheduler
