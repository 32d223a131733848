#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// What one call runs besides the arithmetic of its indices.
struct OperationCounts {
    /// How often each operation runs, by its name and type: "fma f32x8". Branches count as if all were taken,
    /// equal loads of neighbouring statements once.
    std::map<std::string, std::int64_t> times;
    /// Floating-point operations of the longest chain in which each needs the result of the one before.
    std::int64_t chain = 0;
};

/// A loop without a known bound counts as one iteration.
OperationCounts operation_counts(const LoopNest& nest);

}  // namespace hlo2c::scheduler
