#pragma once

#include "scheduler/schedule/schedule.h"

namespace hlo2c::scheduler {

/// A count as a part of an estimate.
inline double as_double(std::int64_t count) {
    return static_cast<double>(count);
}

/// Estimates the cost of a schedule; `arithmetic` is the cycles of its multiply-adds. The part of a panel
/// that one stretch walks is read from the first-level cache if it stays there, else from the second. The
/// rows are read once per panel.
ContractionEstimate estimate_contraction(const ContractionProblem& problem,
                                         const ContractionSchedule& schedule, double arithmetic,
                                         const Target& target);

/// Cycles of reading the bytes that an estimate counts beside its arithmetic. Where few rows share what comes
/// from beyond the second-level cache, arithmetic hides only as much of it as it takes itself.
double streaming_cycles(const ContractionEstimate& estimate);

}  // namespace hlo2c::scheduler
