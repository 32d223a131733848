#pragma once

#include "scheduler/groups/region_graph.h"

namespace hlo2c::scheduler {

/// True for the weights of an attention whose mask adds a number such as -100 to the scores it hides: their
/// exponentials are not 0 yet, but many are subnormal.
bool is_often_subnormal(const RegionGraph& graph, frontend::ValueId value);

}  // namespace hlo2c::scheduler
