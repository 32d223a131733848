#pragma once

#include <cstdint>
#include <vector>

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// A nest whose parameters begin at the first element that it accesses.
struct RebasedNest {
    LoopNest nest;
    std::vector<std::int64_t> first;  ///< of each parameter, the element at which it begins now
};

/// Kernels on different parts of a buffer, such as the slices of a cache that belong to layers, become equal
/// by this. A parameter with an index that is not a sum with a constant keeps its first element.
RebasedNest rebase_parameters(const LoopNest& nest);

}  // namespace hlo2c::scheduler
