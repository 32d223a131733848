#pragma once

#include <vector>

#include "scheduler/schedule/schedule.h"

namespace hlo2c::scheduler {

/// The share of products that read no padding along a loop.
double share_inside(const PeeledLoop& loop, std::int64_t results, std::int64_t window);

/// Those of the problem's lines of zeros whose products the schedule's kernel leaves out: the loops over the
/// results and over the window are both around tiles. `walked` is the problem as the kernel walks it (see
/// joined_lines).
std::vector<PeeledLoop> lines_left_out(const ContractionProblem& walked, const ContractionSchedule& schedule);

/// The share of products that are not left out; all of them where estimates compete with those of Winograd's
/// algorithm, which are fitted to them.
double computed_share(const ContractionProblem& walked, const ContractionSchedule& schedule);

}  // namespace hlo2c::scheduler
