#pragma once

#include <set>
#include <string>

#include "scheduler/groups/grouping.h"

namespace hlo2c::scheduler {

/// What a group computes, in words that a C identifier may hold: "dot_bias_relu", "softmax",
/// "conv3x3_batch_norm". `positions` are those of its members and of the ops inlined into it. The word of a
/// known pattern stands for its ops; of further ops only the first few are named.
std::string pattern_name(const RegionGraph& graph, const Group& group, const std::set<int>& positions);

}  // namespace hlo2c::scheduler
