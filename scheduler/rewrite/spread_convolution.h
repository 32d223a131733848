#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::scheduler {

/// Turns transposed convolutions whose steps are as long as their windows into products: each element of the
/// operand gives a window of the result that no other one reaches. The zeros between elements, which padding
/// would write and the convolution would multiply by, are left out; so weights must be finite constants.
void spread_convolutions(frontend::Program& program);

}  // namespace hlo2c::scheduler
