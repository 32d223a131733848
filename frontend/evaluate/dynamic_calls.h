#pragma once

#include "frontend/evaluate/interpreter.h"

namespace hlo2c::frontend {

// Evaluate custom calls `stablehlo.dynamic_*`, whose windows or shapes are operands; false for other targets.

bool evaluate_dynamic_reduce_window(OpCall& call);
bool evaluate_dynamic_random_bits(OpCall& call);

}  // namespace hlo2c::frontend
