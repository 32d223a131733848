#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Replaces pads of different slices of one value, as stencils write them, by slices of one padded value. It
/// has to be computed once, while each pad would be a pass over memory. Pads that other than elementwise ops
/// read stay: convolutions and windows have padding of their own.
void combine_pads(Program& program);

}  // namespace hlo2c::frontend
