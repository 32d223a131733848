#pragma once

#include "frontend/ops/op_context.h"

namespace hlo2c::frontend {

/// Checks the kinds of an op's operands and results: element types, quantization, rank 0 or 1, tokens. These
/// are the column "type" of the specification's tables of inputs and outputs; a violation has the label of
/// the input, (I1), or of the output, (O1). Quantized types must also be well formed for their tensor.
void require_value_kinds(const OpContext& op);

}  // namespace hlo2c::frontend
