#pragma once

#include <map>
#include <set>
#include <string>

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// The locals of a nest: how often each name is bound, and which of them statements change.
struct LocalNames {
    explicit LocalNames(const LoopNest& nest) {
        for (const Node& node : nest.nodes) {
            if (node.kind == NodeKind::Assign) assigned.insert(node.symbol);
            if (node.kind == NodeKind::LetStatement || node.kind == NodeKind::Let ||
                node.kind == NodeKind::For || node.kind == NodeKind::Declare)
                bound[node.symbol]++;
        }
    }

    std::map<std::string, int> bound;
    std::set<std::string> assigned;
};

}  // namespace hlo2c::scheduler
