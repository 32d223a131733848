#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Moves contractions, reductions and sorts that give the same in each iteration of a while in front of it,
/// with what they compute from. Cheap ops stay, since they are fused into what reads them; so does what would
/// keep more than 64 KiB alive through the loop, unless it reads as much. A while is taken to run.
void hoist_loop_invariants(Program& program);

}  // namespace hlo2c::frontend
