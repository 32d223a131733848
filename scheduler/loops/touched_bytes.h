#pragma once

#include <cstdint>

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// Bytes of its parameters that one call reads, and those that it writes; of each parameter no more than its
/// accesses can reach.
std::int64_t touched_bytes(const LoopNest& nest);

}  // namespace hlo2c::scheduler
