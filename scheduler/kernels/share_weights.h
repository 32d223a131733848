#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "scheduler/kernels/function_schedules.h"

namespace hlo2c::scheduler {

/// A contraction that reads a constant.
struct WeightReader {
    GroupProblem problem;
    Schedule schedule;
    bool is_rhs = false, runs_in_slot = false;
};

/// The readers of one constant.
struct WeightReaders {
    std::int64_t elements = 0;
    std::vector<WeightReader> contractions;
    bool is_read_plain = false;  ///< by other kernels or steps, which need the program's order
};

/// The readers of a library's constants, by a hash of the constants' bytes.
using LibraryWeights = std::map<std::uint64_t, WeightReaders>;

/// Adds the readers of a function's constants.
void add_weight_readers(const FunctionGraph& graph, const FunctionGroups& groups,
                        const FunctionLayouts& layouts, const FunctionSchedules& schedules,
                        LibraryWeights& weights);

/// Chooses other schedules where contractions read a constant in different orders, or where other kernels
/// read it as it is, so that the library stores it once. Of all orders that every reader in the library can
/// use, the one with the lowest estimate is taken, unless it costs much more than what is chosen already.
void share_weights(const FunctionGraph& graph, const FunctionGroups& groups, const FunctionLayouts& layouts,
                   const Target& target, const LibraryWeights& weights, const ScheduleChoice& choice,
                   FunctionSchedules& schedules);

}  // namespace hlo2c::scheduler
