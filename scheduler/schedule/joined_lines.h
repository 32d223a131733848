#pragma once

#include <cstddef>
#include <vector>

#include "scheduler/schedule/problem.h"
#include "scheduler/schedule/schedule.h"

namespace hlo2c::scheduler {

/// The result loops whose iterations may be joined with those of the loop around them, so that a tile of rows
/// goes on in the next line: the last pixels of one line of an image, then the first of the next. Both loops
/// select elements of the same operand. Lines of results follow each other in memory, perhaps with gaps in
/// between, such as the padding of the next convolution.
std::vector<std::size_t> joinable_lines(const ContractionProblem& problem);

/// True if the elements that joined lines read are all at the same distance.
bool are_evenly_spaced(const ContractionProblem& problem, std::size_t inner);

/// Elements in memory that are left out after each `results` results.
struct ResultGap {
    std::int64_t results = 0, elements = 0;
};

/// Numbers of the results of joined lines, in the order of their memory: from each loop's result to its next,
/// and where the memory has gaps between them.
struct ResultNumbers {
    std::vector<std::int64_t> strides;  ///< of the loops of the walked problem
    std::vector<ResultGap> gaps;
};

/// If the lines do not follow each other, the loops around them leave out numbers: vectors of such a loop are
/// never as dense as the results of a line.
ResultNumbers number_results(const ContractionProblem& problem, std::size_t inner);

/// The problem with result loop `inner` and the loop around it as one loop.
ContractionProblem join_lines(const ContractionProblem& problem, std::size_t inner);

/// The problem whose loops the schedule numbers: with joined lines if it joins some.
ContractionProblem walked_problem(const ContractionProblem& problem, const ContractionSchedule& schedule);

}  // namespace hlo2c::scheduler
