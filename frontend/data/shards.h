#pragma once

#include <span>

#include "frontend/ir/literal.h"
#include "frontend/processes/sharding.h"

namespace hlo2c::frontend {

/// The part of a tensor inside a box.
Literal cut(const Literal& whole, const Box& box);

/// The tensor of `shape` whose part in `boxes[i]` is `parts[i]`. Where parts overlap, the first one counts.
/// Elements that are in no box are zero.
Literal put_together(const std::vector<std::int64_t>& shape, std::span<const Box> boxes,
                     std::span<const Literal> parts);

}  // namespace hlo2c::frontend
