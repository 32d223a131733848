#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Hoists loop-invariant contractions, reductions and sorts out of a while, with the ops that compute their
/// operands. Cheap ops stay, since they are fused into their readers. So do ops whose results would keep more
/// than 64 KiB live through the loop, unless they read as much. Assumes that the loop runs at least once.
void hoist_loop_invariants(Program& program);

}  // namespace hlo2c::frontend
