#pragma once

#include <cstdint>

#include "scheduler/memory/greedy.h"

namespace hlo2c::scheduler::memory {

/// Improves a greedy placement by hill climbing over its order: swaps an item that reaches the peak, or one
/// below it, with another item, and keeps the new order if the peak does not rise. Stops at `goal`, after
/// `steps`, or after visiting `work` item pairs.
void climb(const Part& part, Candidate& candidate, std::int64_t goal, int steps, std::uint64_t seed,
           std::int64_t work);

}  // namespace hlo2c::scheduler::memory
