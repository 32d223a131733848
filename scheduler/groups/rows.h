#pragma once

#include <set>

#include "scheduler/groups/growth.h"

namespace hlo2c::scheduler {

/// The pattern of normalisations and softmax: a reduction over trailing dimensions, other reductions of the
/// same rows, and the maps between and after them that keep the order of elements.
std::set<int> rows_around(const RegionGraph& graph, const IsFree& is_free, int reduction);

}  // namespace hlo2c::scheduler
