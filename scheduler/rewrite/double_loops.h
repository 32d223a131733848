#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::scheduler {

/// Lets each iteration of some loops do the work of two. A contraction cannot overwrite the state that it
/// reads, so its results would be copied to the state at the end of each iteration. In pairs of iterations,
/// the first writes other memory, and the second reads that and writes the state.
void double_loops(frontend::Program& program);

}  // namespace hlo2c::scheduler
