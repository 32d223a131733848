#pragma once

#include "frontend/passes/simplify_rules.h"

namespace hlo2c::frontend {

/// The functions of CHLO on real numbers by ops of StableHLO, computed in f64 and rounded to the result's
/// type: inverse and hyperbolic functions, error functions, lgamma and digamma, zeta and polygamma, and the
/// high half of a product of integers of at most 32 bits. Nothing for any other op, for complex numbers, and
/// for sizes that are not known. A few ULP in f64; lgamma and digamma have an absolute error of this size
/// near their zeros.
Replacement compute_real_function(Rewriter& rewriter, Op& op);

}  // namespace hlo2c::frontend
