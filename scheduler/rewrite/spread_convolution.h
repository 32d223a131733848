#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::scheduler {

/// Turns transposed convolutions whose base dilation equals their window size into products: each element of
/// the operand makes one window of the result, and windows do not overlap. This leaves out the zeros between
/// elements, which padding would write and the convolution would multiply, so weights must be finite
/// constants.
void spread_convolutions(frontend::Program& program);

}  // namespace hlo2c::scheduler
