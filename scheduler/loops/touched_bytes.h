#pragma once

#include <cstdint>
#include <vector>

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// Bytes of its parameters that one call reads, and those that it writes; of each parameter no more than its
/// accesses can reach.
std::int64_t touched_bytes(const LoopNest& nest);

/// Bytes that the loads and stores of one call move: of each parameter, and at the end of the scratch. An
/// access in a loop without a known bound counts as one to every element.
std::vector<std::int64_t> accessed_bytes(const LoopNest& nest);

}  // namespace hlo2c::scheduler
