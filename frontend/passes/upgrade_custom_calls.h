#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Converts custom calls of older programs to their current form: LAPACK's functions in untyped form
/// (`lapack_spotrf`, sizes and options as leading operands, work arrays as results) to the typed form
/// (`lapack_spotrf_ffi`, options in `mhlo.backend_config`), `ducc_fft` to stablehlo.fft, `Eigh`,
/// `LuDecomposition` and the solvers of GPUs to LAPACK's functions, and `mhlo.erf` and the like to ops. The
/// evaluator and the scheduler see only the current form. Calls whose options are not constants do not
/// change.
void upgrade_custom_calls(Program& program);

}  // namespace hlo2c::frontend
