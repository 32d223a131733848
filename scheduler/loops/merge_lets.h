#pragma once

#include <set>
#include <string>

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// True for the statements that bind an index whose value no statement changes. `assigned`: the locals that
/// statements change.
bool binds_fixed_index(const LoopNest& nest, const std::set<std::string>& assigned, NodeId statement);

/// Merges lets: neighbouring statements that bind the same index under different names share one name.
LoopNest merge_lets(const LoopNest& nest);

}  // namespace hlo2c::scheduler
