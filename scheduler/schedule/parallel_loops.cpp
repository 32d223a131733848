#include "scheduler/schedule/parallel_loops.h"

#include <algorithm>

namespace hlo2c::scheduler {
namespace {

/// Iterations per slot from which on the load is balanced.
constexpr std::int64_t balanced = 4;
/// The part of the least work that is enough if slots take no memory, or little.
constexpr std::int64_t part_without_scratch = 4;

}  // namespace

ParallelLoops choose_parallel_loops(const OuterLoops& loops, std::int64_t work, const Target& target) {
    if (work < target.parallel_work / part_without_scratch || target.cores == 1) return {};
    ParallelLoops chosen;
    std::int64_t iterations = 1;
    bool overlaps = false;
    for (std::size_t l = 0; l < loops.trips.size() && iterations < balanced * target.cores; l++) {
        const bool is_last = l + 1 == loops.trips.size();
        const bool stays_alone = loops.last_overlaps || loops.last_is_short || loops.last_is_uneven;
        if (is_last && iterations > 1 && stays_alone) break;
        overlaps = is_last && loops.last_overlaps;
        iterations *= loops.trips[l];
        chosen.loops++;
    }
    // Longer ranges come last, so that fewer ranges than iterations leave the last two in one.
    const std::int64_t ranges = iterations - (overlaps ? 1 : 0);
    const bool takes_memory = loops.needs_scratch && !loops.scratch_is_small;
    if (ranges < 2 || (takes_memory && work < target.parallel_work)) return {};
    if (overlaps || loops.needs_scratch)
        chosen.slots = static_cast<int>(std::min<std::int64_t>(target.cores, ranges));
    return chosen;
}

}  // namespace hlo2c::scheduler
