#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Hoists probes out of the bodies of a function's loops. For each iteration whose value a check of the
/// function uses, the loop carries the value and whether it reached the iteration; after the loop, a probe
/// takes the value and a check asserts that the iteration was reached. Prints in bodies are removed. Probes
/// with a shared identifier and probes in deeper regions stay.
void carry_probes_out_of_loops(Function& function);

}  // namespace hlo2c::frontend
