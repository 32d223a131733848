#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Splits complex tensors into two real ones: ops that compute on complex numbers or move them become ops on
/// real and imaginary parts. Complex tensors, interleaved pairs in memory, remain only at the boundaries:
/// arguments and results of the function, and operands and results of library ops (fft, factorizations,
/// custom calls). `real` and `imag` split such tensors, `complex` joins them.
void legalise_complex(Program& program);

}  // namespace hlo2c::frontend
