#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Replaces a pure op by an equal one that dominates it, within a region or between a region and those that
/// enclose it. Two ops are equal if their codes, operands, attributes, types and regions are; locations do
/// not matter, and the first op stays. Operands of commutative ops match in either order.
void common_subexpression_elimination(Program& program);

}  // namespace hlo2c::frontend
