#pragma once

#include "frontend/accuracy/estimate.h"

namespace hlo2c::frontend {

/// The slice of a tensor at `index` of a dimension, without that dimension.
Estimate scan_part(const Estimate& whole, std::int64_t dimension, std::int64_t index);

/// The parts, stacked along a new dimension.
Estimate stacked_parts(const std::vector<Estimate>& parts, std::int64_t dimension, const TensorType& type);

}  // namespace hlo2c::frontend
