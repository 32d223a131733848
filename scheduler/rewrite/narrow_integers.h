#pragma once

#include "frontend/ir/program.h"
#include "scheduler/target/target.h"

namespace hlo2c::scheduler {

/// Computes integers that are converted to a narrower type in a narrower type from the beginning, such as the
/// weighted sum of a pixel's colours in 16 bits. More of them fit a vector. This is exact where the low bits
/// of a result follow from the low bits of the operands, and where the narrower type holds all values.
void narrow_integers(frontend::Program& program, const Target& target);

}  // namespace hlo2c::scheduler
