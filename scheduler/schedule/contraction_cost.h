#pragma once

#include "scheduler/schedule/schedule.h"

namespace hlo2c::scheduler {

/// What a schedule takes, given the cycles of its multiply-adds: the panel's part that a stretch walks comes
/// out of the first-level cache where it stays there, else out of the second; the rows come by once a panel.
ContractionEstimate estimate_contraction(const ContractionProblem& problem,
                                         const ContractionSchedule& schedule, double arithmetic,
                                         const Target& target);

}  // namespace hlo2c::scheduler
