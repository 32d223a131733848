#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Turns custom calls of LAPACK's functions in the untyped form of older programs (`lapack_spotrf`, sizes and
/// options as leading operands, work arrays as results) into today's (`lapack_spotrf_ffi`, options in
/// `mhlo.backend_config`), and calls of the transforms `ducc_fft` into stablehlo.fft, and `Eigh` and
/// `LuDecomposition` and the solvers of GPUs into calls of LAPACK's functions. What is evaluated
/// and what is compiled is the new form. Calls whose options are not constants stay as they are.
void upgrade_custom_calls(Program& program);

}  // namespace hlo2c::frontend
