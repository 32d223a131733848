#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Replaces every func.call by the body of its callee, and every stablehlo.composite by that of its
/// decomposition, then removes private functions that are no longer called. Inlined ops keep their locations.
/// Errors: 0210 a call of a function that does not exist, 0211 a recursive call, 0212 a call whose arguments
/// or results do not match its callee, 0215 (unsupported) calls that expand to more than a million ops.
void inline_calls(Program& program);

}  // namespace hlo2c::frontend
