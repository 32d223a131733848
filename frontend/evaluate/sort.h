#pragma once

#include "frontend/evaluate/interpreter.h"

namespace hlo2c::frontend {

/// Evaluates a custom call for the largest elements of rows, or for approximately these; returns false if it
/// does not say which elements these are.
bool evaluate_custom_top_k(OpCall& call);
bool evaluate_approximate_top_k(OpCall& call);

}  // namespace hlo2c::frontend
