#pragma once

#include <vector>

#include "frontend/passes/rewriter.h"

namespace hlo2c::frontend {

/// True for a computation on scalars that may be applied to whole tensors: all its ops are elementwise.
bool is_by_element(const Rewriter& rewriter, const Region& body);

/// Applies such a computation to tensors of one shape. The computation stays as it is.
std::vector<ValueId> apply_by_element(Rewriter& rewriter, const Region& body,
                                      const std::vector<ValueId>& operands);

}  // namespace hlo2c::frontend
