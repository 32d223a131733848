#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Exact algebraic simplification: results keep every bit, infinities and signed zeros included; a NaN stays
/// a NaN. Simplifies arithmetic with neutral elements, double inversion, data movement that moves nothing or
/// that one op can do instead of two, selection by known conditions, comparisons of indices of known sign,
/// branches and loops with constant conditions, dynamic ops with constant operands, and results without
/// elements.
void simplify(Program& program);

}  // namespace hlo2c::frontend
