#pragma once

#include <set>

#include "scheduler/groups/growth.h"
#include "scheduler/ops/op_rule.h"

namespace hlo2c::scheduler {

/// The pattern of an anchor with an epilogue: maps of its results that keep their elements. After a
/// contraction these may be transposes, too, and at the end a pad or a dynamic_update_slice that places the
/// results in larger memory. `members`: the anchor and its prologue.
std::set<int> with_epilogue(const RegionGraph& graph, const IsFree& is_free, GroupKind kind, int anchor,
                            std::set<int> members);

}  // namespace hlo2c::scheduler
