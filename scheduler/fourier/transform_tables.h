#pragma once

#include <cstdint>
#include <vector>

#include "scheduler/schedule/schedule.h"

namespace hlo2c::scheduler {

/// Roots of unity that the loops of a transform read, and where each part begins. The loops read `steps` as
/// pairs of a cosine and a sine; every other part has all its cosines, then all its sines.
struct TransformTables {
    std::vector<double> numbers;
    std::vector<std::int64_t> steps;  ///< per radix: w^(p j) for each p < groups, then for 0 < j < radix
    std::int64_t columns = 0;         ///< w^(k j) for row k and column j of the matrix
    std::int64_t chirp = 0;           ///< one per number of the problem
    std::int64_t filter = 0;          ///< real and imaginary parts, one per point
    std::int64_t halves = 0;          ///< w^k for k < `kept()`, of a row whose length is halved
};

TransformTables transform_tables(const TransformSchedule& schedule, const TransformProblem& problem);

}  // namespace hlo2c::scheduler
