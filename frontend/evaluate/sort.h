#pragma once

#include "frontend/evaluate/interpreter.h"

namespace hlo2c::frontend {

/// Evaluates a custom call for the largest elements of rows; returns false for other targets.
bool evaluate_custom_top_k(OpCall& call);

}  // namespace hlo2c::frontend
