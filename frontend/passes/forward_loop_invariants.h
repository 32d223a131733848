#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Replaces values that a while carries unchanged by their initial values, in its regions and in the readers
/// of its results. Exporters carry weights through loops this way; once read directly, a constant can be
/// recognised. Dead code elimination then removes the carried value, and the loop if nothing else is carried.
void forward_loop_invariants(Program& program);

}  // namespace hlo2c::frontend
