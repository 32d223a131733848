#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::scheduler {

/// Unrolls some loops by two. A contraction cannot overwrite the state that it reads, so its results would be
/// copied to the state at the end of each iteration. In an unrolled pair of iterations, the first writes to
/// other memory, and the second reads from there and writes the state.
void double_loops(frontend::Program& program);

}  // namespace hlo2c::scheduler
