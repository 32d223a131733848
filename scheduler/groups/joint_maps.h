#pragma once

#include <functional>
#include <map>
#include <set>

#include "scheduler/groups/region_graph.h"

namespace hlo2c::scheduler {

/// Elementwise values in memory that one kernel computes together, because they share ops or operands: both
/// words of a random number generator, or the moments of an optimizer and the parameter that they update. The
/// result maps the position of each such value to that of the last one of its kernel, where the kernel runs.
/// It also has the positions of ops in between, which belong to this kernel if their values live in memory.
/// `is_open`: ops that no group has so far; `materialised`: the values that live in memory so far.
std::map<int, int> joint_maps(const RegionGraph& graph, const std::function<bool(int)>& is_open,
                              const std::set<frontend::ValueId>& materialised);

}  // namespace hlo2c::scheduler
