#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// Calls `visit` once for each of `roots` and each node below them.
template <typename Visit>
void for_each_below(const LoopNest& nest, std::vector<NodeId> roots, Visit visit) {
    std::set<NodeId> seen;
    std::vector<NodeId> work = std::move(roots);
    while (!work.empty()) {
        const NodeId id = work.back();
        work.pop_back();
        if (!seen.insert(id).second) continue;
        visit(id);
        work.insert(work.end(), nest[id].operands.begin(), nest[id].operands.end());
    }
}

/// True if the node, or one below it, reads or binds the name.
inline bool uses_name(const LoopNest& nest, NodeId node, const std::string& name) {
    bool uses = false;
    for_each_below(nest, {node}, [&](NodeId id) { uses = uses || nest[id].symbol == name; });
    return uses;
}

/// True if a value is computed from elements in memory.
inline bool loads_memory(const LoopNest& nest, NodeId value) {
    bool loads = false;
    for_each_below(nest, {value}, [&](NodeId id) { loads = loads || nest[id].kind == NodeKind::Load; });
    return loads;
}

inline bool is_parallel_loop(const Node& node) {
    return node.kind == NodeKind::For && node.loop == LoopKind::Parallel;
}

inline bool has_parallel_loop(const LoopNest& nest) {
    return std::any_of(nest.nodes.begin(), nest.nodes.end(), is_parallel_loop);
}
inline bool has_parallel_loop(const LoopNest& nest, NodeId statement) {
    bool found = false;
    for_each_below(nest, {statement}, [&](NodeId id) { found = found || is_parallel_loop(nest[id]); });
    return found;
}

}  // namespace hlo2c::scheduler
