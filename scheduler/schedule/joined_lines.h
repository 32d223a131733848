#pragma once

#include <cstddef>
#include <vector>

#include "scheduler/schedule/problem.h"
#include "scheduler/schedule/schedule.h"

namespace hlo2c::scheduler {

/// The result loops whose iterations may be joined with those of the loop around them, so that a tile of rows
/// goes on in the next line: the last pixels of one line of an image, then the first of the next. Both loops
/// select elements of the same operand, and lines of results follow each other in memory.
std::vector<std::size_t> joinable_lines(const ContractionProblem& problem);

/// The problem with result loop `inner` and the loop around it as one loop.
ContractionProblem join_lines(const ContractionProblem& problem, std::size_t inner);

/// The problem whose loops the schedule numbers: with joined lines if it joins some.
ContractionProblem walked_problem(const ContractionProblem& problem, const ContractionSchedule& schedule);

}  // namespace hlo2c::scheduler
