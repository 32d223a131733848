#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::scheduler {

/// Replaces concatenations of parts of one value, such as a roll, by gathers at constant positions. Kernels
/// that read the result then read the value itself. The dimension must not be the innermost one, and the
/// readers must keep rows of the inner dimensions as they are.
void gather_rows(frontend::Program& program);

}  // namespace hlo2c::scheduler
