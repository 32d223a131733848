#pragma once

#include "frontend/evaluate/interpreter.h"

namespace hlo2c::frontend {

/// What a process gets from a collective that it takes no part in: zeros; the quantized zero for a quantized
/// type.
Literal zeros(const TensorType& type);

/// Evaluates the custom call ragged_all_to_all; false for any other call. Error 0321: rows outside of a
/// tensor.
bool evaluate_ragged_all_to_all(OpCall& call);

}  // namespace hlo2c::frontend
