#pragma once

#include "frontend/ops/op_context.h"

namespace hlo2c::frontend {

/// Checks the numbers of an op's operands and regions.
void require_counts(const OpContext& op);

/// Checks the kinds of an op's operands and results: element types, quantization, rank 0 or 1, tokens. These
/// are the specification's rules (I1), (I2), ... for operands and (O1), ... for results.
void require_value_kinds(const OpContext& op);

/// Checks that the op has each attribute that its row requires, and that attributes have the kinds and
/// keywords of the row. Ignores attributes that no row names.
void require_attributes(const OpContext& op);

}  // namespace hlo2c::frontend
