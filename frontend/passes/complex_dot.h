#pragma once

#include "frontend/passes/complex_arithmetic.h"

namespace hlo2c::frontend {

/// Expands a complex dot of at most 8 products per element: each product is an elementwise multiplication,
/// and they are added in index order. Where products cancel, this keeps digits that the difference of two
/// real dots would lose. Longer dots stay, since four real dots make better kernels.
std::optional<Parts> short_complex_dot(Rewriter& rewriter, const Op& op, Parts a, Parts b);

}  // namespace hlo2c::frontend
