#pragma once

#include "scheduler/groups/region_graph.h"

namespace hlo2c::scheduler {

/// Rough cost of one element of the op's result, in additions: 0 for movement, 1 for simple arithmetic, 4 for
/// a division, 8 and more for functions that need a polynomial.
int operation_cost(const frontend::Op& op);

/// Cost of the op that defines `value`; 0 if no op of the region does.
int operation_cost(const RegionGraph& graph, frontend::ValueId value);

}  // namespace hlo2c::scheduler
