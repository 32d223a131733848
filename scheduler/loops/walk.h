#pragma once

#include <set>
#include <vector>

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// Calls `visit` once for `root` and each node below it.
template <typename Visit>
void for_each_below(const LoopNest& nest, NodeId root, Visit visit) {
    std::set<NodeId> seen;
    std::vector<NodeId> work = {root};
    while (!work.empty()) {
        const NodeId id = work.back();
        work.pop_back();
        if (!seen.insert(id).second) continue;
        visit(id);
        work.insert(work.end(), nest[id].operands.begin(), nest[id].operands.end());
    }
}

}  // namespace hlo2c::scheduler
