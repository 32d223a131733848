#pragma once

#include "frontend/evaluate/interpreter.h"

namespace hlo2c::frontend {

/// Evaluates a LAPACK custom call; returns false for other targets and for unsupported functions.
bool evaluate_lapack(OpCall& call);

}  // namespace hlo2c::frontend
