#pragma once

#include <cstdint>
#include <vector>

#include "frontend/ir/literal.h"

namespace hlo2c::frontend {

/// The slice of `operand` at `index` of a dimension, without that dimension.
Literal part_at(const Literal& operand, std::int64_t dimension, std::int64_t index);

/// The parts, stacked along a new dimension.
Literal stacked(const std::vector<Literal>& parts, std::int64_t dimension, const TensorType& type);

}  // namespace hlo2c::frontend
