#pragma once

#include "frontend/passes/complex_arithmetic.h"

namespace hlo2c::frontend {

/// A dot of complex numbers over at most 8 products, written out: every product is the one of the
/// element-wise multiplication, and they are added in index order. Where products cancel, this keeps the
/// digits that the difference of two real dots loses. Longer dots are left alone: four real dots make better
/// kernels.
std::optional<Parts> short_complex_dot(Rewriter& rewriter, const Op& op, Parts a, Parts b);

}  // namespace hlo2c::frontend
