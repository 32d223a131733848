#pragma once

#include "frontend/ops/op_context.h"

namespace hlo2c::frontend {

/// Checks the numbers of an op's operands and regions.
void require_counts(const OpContext& op);

/// Checks the kinds of an op's operands and results: element types, quantization, rank 0 or 1, tokens. These
/// are the specification's rules (I1), (I2), ... for operands and (O1), ... for results.
void require_value_kinds(const OpContext& op);

/// The op has each attribute that its row requires, and all have the kind and the keywords of their rows.
/// Attributes that no row names are left alone.
void require_attributes(const OpContext& op);

}  // namespace hlo2c::frontend
