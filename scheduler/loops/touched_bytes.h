#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// Sums and products of counts saturate at this value, which exceeds the size of any buffer.
inline constexpr std::int64_t most_counted = std::numeric_limits<std::int64_t>::max() / 4;
std::int64_t capped_sum(std::int64_t a, std::int64_t b);
std::int64_t capped_product(std::int64_t a, std::int64_t b);

/// An upper bound of a loop's extent; `most_counted` if none is known.
std::int64_t most_iterations(const LoopNest& nest, NodeId extent);

/// Bytes of its parameters that one call reads, and those that it writes; of each parameter no more than its
/// accesses can reach.
std::int64_t touched_bytes(const LoopNest& nest);

/// Bytes that the loads and stores of one call move: of each parameter, and at the end of the scratch. An
/// access in a loop without a known bound counts as one to every element.
std::vector<std::int64_t> accessed_bytes(const LoopNest& nest);

}  // namespace hlo2c::scheduler
