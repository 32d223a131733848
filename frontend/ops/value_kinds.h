#pragma once

#include "frontend/ops/op_context.h"

namespace hlo2c::frontend {

/// Checks what kinds of values the op takes and gives: element types, quantization, rank 0 or 1, tokens. This
/// is the column "type" of the specification's tables of inputs and outputs; a violation is named by the
/// input's label, (I1), or the output's, (O1). Quantized types must be well formed for the tensor they stand
/// in.
void require_value_kinds(const OpContext& op);

}  // namespace hlo2c::frontend
