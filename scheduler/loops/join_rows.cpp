#include "scheduler/loops/join_rows.h"

#include <optional>

#include "scheduler/loops/rewriter.h"
#include "scheduler/loops/same_code.h"
#include "scheduler/loops/substitution.h"
#include "scheduler/loops/walk.h"

namespace hlo2c::scheduler {
namespace {

/// A loop, and the names of indices around it.
struct NamedLoop {
    std::vector<Node> lets;
    Node loop;
};

std::optional<NamedLoop> named_loop(const LoopNest& nest, NodeId id) {
    NamedLoop result;
    while (nest[id].kind == NodeKind::LetStatement && !loads_memory(nest, nest[id].operands[0])) {
        result.lets.push_back(nest[id]);
        id = nest[id].operands[1];
    }
    if (nest[id].kind != NodeKind::For || nest[id].loop != LoopKind::Serial) return std::nullopt;
    result.loop = nest[id];
    return result;
}

std::optional<NodeId> joined(LoopNest& nest, NodeId first, NodeId second);

/// The statements in order, those that can be joined as one.
NodeId sequence(LoopNest& nest, const std::vector<NodeId>& statements) {
    std::vector<NodeId> result;
    for (const NodeId each : statements) {
        const auto both = result.empty() ? std::nullopt : joined(nest, result.back(), each);
        if (both) result.pop_back();
        nest.append(result, both.value_or(each));
    }
    return result.size() == 1 ? result[0] : nest.block(result);
}

std::optional<NodeId> joined(LoopNest& nest, NodeId first, NodeId second) {
    const std::optional<NamedLoop> one = named_loop(nest, first), other = named_loop(nest, second);
    if (!one || !other || !same_code(nest, one->loop.operands[0], other->loop.operands[0]) ||
        !same_code(nest, one->loop.operands[1], other->loop.operands[1]))
        return std::nullopt;
    Node loop = one->loop;
    std::vector<NodeId> statements;
    nest.append(statements, loop.operands[2]);
    const NodeId trip = nest.variable(loop.symbol, nest[loop.operands[0]].type);
    nest.append(statements, Substitution(nest, {{other->loop.symbol, trip}}).in(other->loop.operands[2]));
    loop.operands[2] = sequence(nest, statements);
    NodeId result = nest.add(std::move(loop));
    for (const NamedLoop& each : {*other, *one}) {
        for (auto let = each.lets.rbegin(); let != each.lets.rend(); ++let) {
            Node named = *let;
            named.operands[1] = result;
            result = nest.add(std::move(named));
        }
    }
    return result;
}

}  // namespace

LoopNest join_rows(const LoopNest& nest) {
    return rebuild(nest, [](LoopNest& made, const Node& node) {
        return node.kind == NodeKind::Block ? sequence(made, node.operands) : no_node;
    });
}

}  // namespace hlo2c::scheduler
