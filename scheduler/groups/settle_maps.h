#pragma once

#include "scheduler/groups/grouping.h"
#include "scheduler/groups/partition.h"

namespace hlo2c::scheduler {

/// Decides which values of the ops that no group has live in memory, from the last one to the first, and
/// makes groups of maps that write them. The others are inlined into all groups that read them, or are rows
/// that a reduction computes once.
Grouping settle_maps(const RegionGraph& graph, Partition partition);

}  // namespace hlo2c::scheduler
