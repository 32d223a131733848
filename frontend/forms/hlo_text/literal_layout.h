#pragma once

#include <cstddef>
#include <vector>

#include "frontend/forms/hlo/hlo.pb.h"

namespace hlo2c::frontend {

/// For each element of a literal in the order of its shape's layout, its row-major number; empty where both
/// orders are the same. The shape has a layout that names each dimension once, and a size that fits memory.
std::vector<std::size_t> layout_order(const wire::ShapeProto& shape);

/// Bits of the mantissa of types whose NaNs carry a payload; 0 for those with a single NaN or none.
int nan_payload_bits(wire::PrimitiveType type);

}  // namespace hlo2c::frontend
