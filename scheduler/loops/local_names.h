#pragma once

#include <map>
#include <set>
#include <string>

#include "frontend/name_table.h"
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

/// Keeps the names of a nest, and those of its parameters, from being given again.
inline void take_names(const LoopNest& nest, frontend::NameTable& names) {
    for (const Node& node : nest.nodes) names.take(node.symbol);
    for (const BufferParameter& parameter : nest.parameters) names.take(parameter.name);
}

}  // namespace hlo2c::scheduler
