#pragma once

#include "frontend/evaluate/interpreter.h"

namespace hlo2c::frontend {

/// Evaluates a custom call of one of LAPACK's functions; false for other targets, and for functions that the
/// evaluator does not have.
bool evaluate_lapack(OpCall& call);

}  // namespace hlo2c::frontend
