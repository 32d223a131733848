#pragma once

#include <functional>

#include "scheduler/groups/region_graph.h"

namespace hlo2c::scheduler {

/// True if the kernel of a dynamic_update_slice, which computes the update through the ops that `inlines`
/// accepts, by their position, reads an element of the updated value only to compute the one that it stores
/// there, if any.
bool reads_where_it_stores(const RegionGraph& graph, const frontend::Op& update,
                           const std::function<bool(int)>& inlines);

}  // namespace hlo2c::scheduler
