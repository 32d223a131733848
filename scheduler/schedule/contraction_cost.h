#pragma once

#include "scheduler/schedule/schedule.h"

namespace hlo2c::scheduler {

/// A count as a part of an estimate.
inline double as_double(std::int64_t count) {
    return static_cast<double>(count);
}

/// Bytes of all results, in the type that they are computed in.
std::int64_t result_bytes(const ContractionProblem& problem);

/// Cycles to copy a result to the caller's memory, which is in no cache.
double copy_cycles(std::int64_t bytes, const Target& target);

/// Cycles of reading from the second-level cache that multiply-adds do not hide.
double exposed_l2_cycles(double bytes);

/// Estimates the cost of a schedule; `arithmetic` is the cycles of its multiply-adds. The part of a panel
/// that one stretch walks is read from the first-level cache if it stays there, else from the second. The
/// rows are read once per panel.
ContractionEstimate estimate_contraction(const ContractionProblem& problem,
                                         const ContractionSchedule& schedule, double arithmetic,
                                         const Target& target);

/// Cycles that reading adds to the arithmetic of Winograd's algorithm. It reads many weights for few
/// multiply-adds, which hide only as many cycles of reading as they take themselves; estimate_contraction
/// assumes a fixed share.
double streaming_cycles(const ContractionEstimate& estimate, const Target& target);

}  // namespace hlo2c::scheduler
