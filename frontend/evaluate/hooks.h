#pragma once

#include "frontend/evaluate/interpreter.h"

namespace hlo2c::frontend {

/// Evaluates one op: reads its operands from the call and stores its results there.
using EvaluateHook = void (*)(OpCall& call);

/// One hook per op; each function is in the file of its family.
#define OP(name, ...) void evaluate_##name(OpCall& call);
#include "frontend/ops.def"

EvaluateHook hook_of(OpCode code);

/// False for ops whose hook only throws "unsupported" (see unsupported.cpp).
bool is_evaluated(OpCode code);

}  // namespace hlo2c::frontend
