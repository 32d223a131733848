#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Removes ops and values that are not read: pure ops, control flow without side effects, values carried by a
/// while that only feed themselves, results of branches, operands of barriers. Vectors that a LAPACK call
/// need not compute are no longer asked for. Assumes that every while terminates.
void dead_code_elimination(Program& program);

}  // namespace hlo2c::frontend
