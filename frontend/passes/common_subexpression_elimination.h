#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Lets pure ops that compute the same from the same operands share one result: within a region, and between
/// a region and those that enclose it. Ops are the same when code, attributes, types and regions are;
/// locations do not matter, the first one stays. Operands of commutative ops match in either order.
void common_subexpression_elimination(Program& program);

}  // namespace hlo2c::frontend
