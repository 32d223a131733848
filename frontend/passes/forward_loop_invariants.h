#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Lets the regions of a while read a carried value that the body hands on unchanged from outside of the
/// loop, where its initial value is. Exporters carry weights through loops in this way; read from outside, a
/// constant is known to be one. The carried value itself is left for dead code elimination.
void forward_loop_invariants(Program& program);

}  // namespace hlo2c::frontend
