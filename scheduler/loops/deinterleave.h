#pragma once

#include <cstdint>

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// Copies read-only buffers of at most `largest_bytes` whose vectors take every n-th element, such as one
/// coordinate of many points, to scratch: the elements that are n apart become neighbours there. A buffer is
/// copied only if these vectors read its elements many times.
LoopNest deinterleave(const LoopNest& nest, std::int64_t largest_bytes);

}  // namespace hlo2c::scheduler
