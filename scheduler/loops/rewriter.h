#pragma once

#include <map>
#include <type_traits>
#include <vector>

#include "scheduler/loops/local_names.h"
#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// Which nodes the body reaches.
inline std::vector<char> reachable_nodes(const LoopNest& nest) {
    std::vector<char> reachable(nest.nodes.size(), 0);
    reachable[nest.body] = 1;
    for (NodeId id = nest.body + 1; id-- > 0;) {
        if (!reachable[id]) continue;
        for (const NodeId each : nest[id].operands) reachable[each] = 1;
    }
    return reachable;
}

/// Copies the nodes reachable from the body into a new nest: the base of passes that change a few kinds of
/// nodes. Calls `change` with the new nest, with each node, whose operands are already copied, and, if it
/// takes a third argument, with the node's id in `nest`. `change` may add nodes to the new nest and returns
/// the one that replaces the node, or no_node for a plain copy.
template <typename Change>
LoopNest rebuild(const LoopNest& nest, Change change) {
    LoopNest result;
    result.parameters = nest.parameters;
    result.scratch_bytes = nest.scratch_bytes;
    result.nodes.reserve(nest.nodes.size());
    const std::vector<char> reachable = reachable_nodes(nest);
    std::vector<NodeId> copies(nest.nodes.size(), no_node);
    for (NodeId id = 0; id <= nest.body; id++) {
        if (!reachable[id]) continue;
        Node node = nest[id];
        for (NodeId& each : node.operands) each = copies[each];
        NodeId changed = no_node;
        if constexpr (std::is_invocable_v<Change, LoopNest&, Node&, NodeId>)
            changed = change(result, node, id);
        else
            changed = change(result, node);
        copies[id] = changed != no_node ? changed : result.add(std::move(node));
    }
    result.body = copies[nest.body];
    return result;
}

/// The same for nodes that were found before: `change` gets the new nest, the node, what was found for it,
/// and names that are free.
template <typename Found, typename Change>
LoopNest rebuild_found(const LoopNest& nest, const std::map<NodeId, Found>& found, Change change) {
    if (found.empty()) return nest;
    frontend::NameTable names;
    take_names(nest, names);
    return rebuild(nest, [&](LoopNest& result, Node& node, NodeId id) {
        const auto entry = found.find(id);
        return entry == found.end() ? no_node : change(result, node, entry->second, names);
    });
}

}  // namespace hlo2c::scheduler
