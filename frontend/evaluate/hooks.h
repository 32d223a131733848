#pragma once

#include "frontend/evaluate/interpreter.h"

namespace hlo2c::frontend {

/// Evaluates one op: reads its operands from the call and gives its results to it.
using EvaluateHook = void (*)(OpCall& call);

/// One hook per row of the op table; the functions stand in the files of their families.
#define OP(name, ...) void evaluate_##name(OpCall& call);
#include "frontend/ops.def"

EvaluateHook hook_of(OpCode code);

/// False for the ops that only throw "unsupported" (see unsupported.cpp).
bool is_evaluated(OpCode code);

}  // namespace hlo2c::frontend
