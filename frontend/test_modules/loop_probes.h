#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Brings probes that stand in the bodies of a function's loops out of them. For each iteration whose value a
/// check of the function wants, the loop carries the value and whether it came so far; behind the loop a
/// probe takes the value, and a check says that the iteration was reached. Prints in bodies go. A probe whose
/// identifier another probe has too stays where it is, and so does one deeper inside.
void carry_probes_out_of_loops(frontend::Function& function);

}  // namespace hlo2c::frontend
