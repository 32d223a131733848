#pragma once

#include <cstdint>

#include "scheduler/memory/greedy.h"

namespace hlo2c::scheduler::memory {

/// Improves a greedy placement by hill climbing over its order: an item that reaches the peak, or one that it
/// rests on, trades places with an earlier one; the change stays when the peak does not rise. Ends at `goal`,
/// after `steps`, or when `work` item pairs have been looked at.
void climb(const Part& part, Candidate& candidate, std::int64_t goal, int steps, std::uint64_t seed,
           std::int64_t work);

}  // namespace hlo2c::scheduler::memory
