#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Replaces every func.call and stablehlo.composite by the body of its callee, or of its decomposition, and
/// removes the private functions that no call is left for. Inlined ops keep their own locations. Errors: 0210
/// a call of a function that the program does not have, 0211 a recursive call, 0212 a call whose arguments or
/// results do not fit its callee, 0215 (unsupported) calls that make more than a million ops.
void inline_calls(Program& program);

}  // namespace hlo2c::frontend
