#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Algebra that is exact: results keep every bit, NaN, infinities and signed zeros included (of NaN, only
/// that it is one). Arithmetic with neutral elements, double inversion, movement that moves nothing or that
/// two ops do in two steps, selection by what is known, comparisons of indices with a known sign, branches
/// and loops whose condition is a constant, dynamic ops whose operands are constants, results without
/// elements.
void simplify(Program& program);

}  // namespace hlo2c::frontend
