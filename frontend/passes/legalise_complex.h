#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Makes two real tensors out of every complex one: the ops that compute on complex numbers or move them
/// become ops on real and imaginary parts. Complex tensors remain at the edges only, where numbers lie as
/// pairs: arguments and results of the function, and operands and results of ops that run as a whole (fft,
/// factorizations, custom calls). `real` and `imag` take such tensors apart, `complex` puts them together.
void legalise_complex(Program& program);

}  // namespace hlo2c::frontend
