#pragma once

#include <cstdint>
#include <vector>

#include "scheduler/schedule/schedule.h"
#include "scheduler/target/target.h"

namespace hlo2c::scheduler {

/// The loops of a kernel that may run in parallel.
struct OuterLoops {
    std::vector<std::int64_t> trips;  ///< outermost first
    bool last_overlaps = false;  ///< the last two iterations of the last loop store some of the same elements
    bool last_is_short = false;  ///< an iteration of the last loop does too little to be part of a fused loop
    bool last_is_uneven =
        false;  ///< the last iteration of the last loop has a shorter step between its blocks
    bool needs_scratch = false;     ///< an iteration needs scratch
    bool scratch_is_small = false;  ///< next to the elements that the loops go through
};

/// Chooses as many of the outermost loops as it takes to keep all slots of the target busy; none if `work`,
/// in elements or eighths of FLOPs, is below the target's `parallel_work`, or below a quarter of it if
/// iterations need no scratch or little. A loop whose last two iterations overlap is only taken by itself, in
/// ranges that keep the two together. One whose last iteration is uneven is only taken by itself, too: bounds
/// of its blocks are not proven from the number of a fused iteration.
ParallelLoops choose_parallel_loops(const OuterLoops& loops, std::int64_t work, const Target& target);

}  // namespace hlo2c::scheduler
