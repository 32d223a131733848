#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Removes what nothing reads: pure ops, control flow without side effects inside, values carried by a while
/// that only feed themselves, results of branches, operands of barriers. A while is taken to end.
void dead_code_elimination(Program& program);

}  // namespace hlo2c::frontend
