#pragma once

#include "frontend/evaluate/interpreter.h"

namespace hlo2c::frontend {

/// Evaluate custom calls that return the largest elements of each row, exactly or approximately. They return
/// false for a call of another form.
bool evaluate_custom_top_k(OpCall& call);
bool evaluate_approximate_top_k(OpCall& call);

}  // namespace hlo2c::frontend
