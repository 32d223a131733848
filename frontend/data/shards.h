#pragma once

#include <span>

#include "frontend/ir/literal.h"
#include "frontend/processes/sharding.h"

namespace hlo2c::frontend {

/// Copies the part of a tensor inside a box.
Literal cut(const Literal& whole, const Box& box);

/// Assembles a tensor of `shape` from its parts: `parts[i]` fills `boxes[i]`. Where boxes overlap, the first
/// part wins. Elements outside all boxes are zero.
Literal put_together(const std::vector<std::int64_t>& shape, std::span<const Box> boxes,
                     std::span<const Literal> parts);

}  // namespace hlo2c::frontend
