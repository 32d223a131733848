#pragma once

#include <cstdint>
#include <vector>

#include "scheduler/schedule/schedule.h"

namespace hlo2c::scheduler {

/// The loops around the tiles of a box of a contraction, innermost first.
struct LoopsAroundTiles {
    std::vector<std::int64_t> reusing;  ///< those that reuse a panel
    std::vector<std::int64_t> outside;  ///< those that select it
    std::int64_t copied = 0;            ///< bytes of the panel and the rows that are copied for it
};

struct ContractionThreads {
    ParallelLoops parallel;
    std::int64_t block_parts = 1;  ///< see ContractionBox
};

/// Chooses the loops of a box whose iterations are divided among threads: the panels and the loops outside,
/// or the rows inside all panels, by what a thread reads that others have written, and by how evenly the
/// iterations divide. If one block holds all rows, threads may divide the block.
ContractionThreads choose_contraction_threads(const ContractionProblem& problem,
                                              const ContractionSchedule& chosen, const ContractionBox& box,
                                              const LoopsAroundTiles& loops, const Target& target);

}  // namespace hlo2c::scheduler
