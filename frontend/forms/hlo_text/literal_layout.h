#pragma once

#include <cstddef>
#include <vector>

#include "frontend/forms/hlo/hlo.pb.h"

namespace hlo2c::frontend {

/// The row-major index of each element of a literal, in the order of its shape's layout; empty if both orders
/// are the same or the layout does not name every dimension. The layout must not repeat a dimension, and the
/// elements must fit in memory.
std::vector<std::size_t> layout_order(const wire::ShapeProto& shape);

/// Mantissa bits of types whose NaNs carry a payload; 0 for types with a single NaN or none.
int nan_payload_bits(wire::PrimitiveType type);

}  // namespace hlo2c::frontend
