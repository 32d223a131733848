#include "scheduler/loops/rebase_parameters.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "scheduler/loops/prove_bounds.h"
#include "scheduler/loops/rewriter.h"

namespace hlo2c::scheduler {
namespace {

bool is_access(const Node& node) {
    return node.kind == NodeKind::Load || node.kind == NodeKind::Store || node.kind == NodeKind::Prefetch;
}

/// The index less `first`, without a new operation: a positive constant in its sum becomes smaller. no_node
/// if it has none that is as large.
NodeId moved_index(LoopNest& nest, NodeId id, std::int64_t first) {
    Node node = nest[id];
    switch (node.kind) {
        case NodeKind::Integer:
            return node.integer < std::max<std::int64_t>(first, 1)
                       ? no_node
                       : nest.integer(node.integer - first, node.type);
        case NodeKind::Ramp: node.operands[0] = moved_index(nest, node.operands[0], first); break;
        case NodeKind::Add:
            for (const std::size_t side : {1, 0}) {
                const NodeId moved = moved_index(nest, node.operands[side], first);
                if (moved == no_node) continue;
                if (nest[moved].kind == NodeKind::Integer && nest[moved].integer == 0)
                    return node.operands[1 - side];
                node.operands[side] = moved;
                return nest.add(std::move(node));
            }
            return no_node;
        case NodeKind::Multiply: {
            const Node& factor = nest[node.operands[1]];
            if (factor.kind != NodeKind::Integer || factor.integer == 0 || first % factor.integer != 0)
                return no_node;
            node.operands[0] = moved_index(nest, node.operands[0], first / factor.integer);
            break;
        }
        default: return no_node;
    }
    return node.operands[0] == no_node ? no_node : nest.add(std::move(node));
}

/// The first elements that parameters may get: each index has a constant that can become smaller by them.
std::map<std::string, std::int64_t> movable(LoopNest nest, std::map<std::string, std::int64_t> first) {
    for (std::size_t i = 0, count = nest.nodes.size(); i < count; i++) {
        const Node access = nest.nodes[i];
        const auto found = is_access(access) ? first.find(access.symbol) : first.end();
        if (found != first.end() && moved_index(nest, access.operands[0], found->second) == no_node)
            first.erase(found);
    }
    return first;
}

/// The first elements that accesses are proven not to go below, of parameters for which these are not 0.
std::map<std::string, std::int64_t> first_elements(const LoopNest& nest) {
    std::map<std::string, std::int64_t> first;
    for (const BufferParameter& parameter : nest.parameters)
        if (parameter.contents.empty()) first[parameter.name] = 0;
    // Proofs take long, so only for parameters that may move.
    if (first = movable(nest, first); first.empty()) return first;
    std::map<std::string, std::int64_t> proven;
    for (const auto& [name, access] : parameter_accesses(nest, {}))
        if (access.elements.low > 0 && first.contains(name)) proven[name] = access.elements.low;
    return movable(nest, std::move(proven));
}

}  // namespace

RebasedNest rebase_parameters(const LoopNest& nest) {
    const std::map<std::string, std::int64_t> first = first_elements(nest);
    RebasedNest result{nest, std::vector<std::int64_t>(nest.parameters.size(), 0)};
    if (first.empty()) return result;
    result.nest = rebuild(nest, [&](LoopNest& made, Node& node) -> NodeId {
        const auto found = is_access(node) ? first.find(node.symbol) : first.end();
        if (found == first.end()) return no_node;
        node.operands[0] = moved_index(made, node.operands[0], found->second);
        return made.add(std::move(node));
    });
    for (std::size_t i = 0; i < nest.parameters.size(); i++) {
        const auto found = first.find(nest.parameters[i].name);
        if (found == first.end()) continue;
        result.nest.parameters[i].elements -= found->second;
        result.first[i] = found->second;
    }
    return result;
}

}  // namespace hlo2c::scheduler
