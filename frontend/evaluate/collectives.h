#pragma once

#include "frontend/evaluate/interpreter.h"

namespace hlo2c::frontend {

/// The result of a collective for a process outside all groups: zeros, or the zero points of a quantized
/// type.
Literal zeros(const TensorType& type);

/// Evaluates the custom call ragged_all_to_all; returns false for any other call. Error 0321: rows outside a
/// tensor.
bool evaluate_ragged_all_to_all(OpCall& call);

}  // namespace hlo2c::frontend
