#pragma once

#include "frontend/passes/simplify_rules.h"

namespace hlo2c::frontend {

/// Expands CHLO functions of real numbers to StableHLO ops, computed in f64 and rounded to the result's type:
/// inverse and hyperbolic functions, error functions, lgamma and digamma, zeta and polygamma, and the high
/// half of a product of integers of at most 32 bits. Nothing for any other op, for complex numbers, and for
/// dynamic shapes. Accurate to a few ULP of f64; near their zeros, lgamma and digamma have an absolute error
/// of this size.
Replacement compute_real_function(Rewriter& rewriter, Op& op);

}  // namespace hlo2c::frontend
