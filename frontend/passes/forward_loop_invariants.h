#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Puts a value that a while carries without ever changing it back to what it was before the loop: its
/// regions read the initial value, and so does what reads the result after it. Exporters carry weights
/// through loops in this way; read from outside, a constant is known to be one. The carried value itself is
/// left for dead code elimination, and with the last of them the loop.
void forward_loop_invariants(Program& program);

}  // namespace hlo2c::frontend
