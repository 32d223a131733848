#pragma once

#include <functional>
#include <set>

#include "scheduler/groups/region_graph.h"

namespace hlo2c::scheduler {

/// The values of members that other ops read.
std::set<frontend::ValueId> leaving_values(const RegionGraph& graph, const std::set<int>& members);

/// Adds an op at a position to the members of a group, with what it needs; false if it does not fit. `alone`:
/// only one value leaves the members.
using Absorb = std::function<bool(int position, bool alone, std::set<int>& members)>;

/// The members of a group that grows from `members`: it absorbs the ops that read them, first ones first, as
/// long as they fit. Only one value may leave it in the end.
std::set<int> grown(const RegionGraph& graph, std::set<int> members, const Absorb& absorb);

/// Tells which ops no group has so far, by their position.
using IsFree = std::function<bool(int position)>;

}  // namespace hlo2c::scheduler
