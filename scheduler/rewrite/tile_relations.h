#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "frontend/passes/rewriter.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {

/// The loop over tiles of each dimension of a value, or -1 for a dimension that is whole.
using LoopOfDimension = std::vector<int>;

inline bool is_whole(const LoopOfDimension& loops) {
    return std::all_of(loops.begin(), loops.end(), [](int loop) { return loop < 0; });
}

/// The tiles of an op's operands from which a tile of its result is computed; nullopt if there is no such
/// relation.
std::optional<std::vector<LoopOfDimension>> loops_of_operands(const frontend::Rewriter& rewriter,
                                                              const Op& op, const LoopOfDimension& loops);

}  // namespace hlo2c::scheduler
