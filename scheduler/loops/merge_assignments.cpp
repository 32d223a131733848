#include "scheduler/loops/merge_assignments.h"

#include <utility>
#include <vector>

#include "scheduler/loops/rewriter.h"
#include "scheduler/loops/substitution.h"
#include "scheduler/loops/walk.h"

namespace hlo2c::scheduler {
namespace {

bool is_number(const LoopNest& nest, NodeId id) {
    const NodeKind kind = nest[id].kind;
    return kind == NodeKind::Integer || kind == NodeKind::Real ||
           (kind == NodeKind::Broadcast && is_number(nest, nest[id].operands[0]));
}

/// A block in which no assignment of a number is followed by one to the same local.
NodeId merged_block(LoopNest& nest, const Node& block) {
    std::vector<NodeId> statements;
    for (NodeId each : block.operands) {
        const Node last = statements.empty() ? Node{} : nest[statements.back()];
        if (Node next = nest[each]; last.kind == NodeKind::Assign && next.kind == NodeKind::Assign &&
                                    last.symbol == next.symbol && is_number(nest, last.operands[0])) {
            next.operands[0] = Substitution(nest, {{last.symbol, last.operands[0]}}).in(next.operands[0]);
            statements.pop_back();
            each = nest.add(std::move(next));
        }
        statements.push_back(each);
    }
    return nest.block(std::move(statements));
}

/// The let that a declaration is if the first statement makes the only assignment; otherwise no_node.
NodeId let_of(LoopNest& nest, const Node& declaration) {
    const NodeId body = declaration.operands[0];
    if (declaration.operands.size() > 1 || nest[body].kind != NodeKind::Block) return no_node;
    std::vector<NodeId> statements = nest[body].operands;
    const Node first = nest[statements.front()];
    if (first.kind != NodeKind::Assign || first.symbol != declaration.symbol) return no_node;
    statements.erase(statements.begin());
    bool is_changed = false;
    for_each_below(nest, statements, [&](NodeId id) {
        is_changed =
            is_changed || (nest[id].kind == NodeKind::Assign && nest[id].symbol == declaration.symbol);
    });
    if (is_changed || statements.empty()) return no_node;
    const NodeId rest = nest.block(std::move(statements));
    return nest.add({.kind = NodeKind::LetStatement,
                     .operands = {first.operands[0], rest},
                     .symbol = declaration.symbol});
}

}  // namespace

LoopNest merge_assignments(const LoopNest& nest) {
    return rebuild(nest, [](LoopNest& made, Node& node) {
        if (node.kind == NodeKind::Block) return merged_block(made, node);
        return node.kind == NodeKind::Declare ? let_of(made, node) : no_node;
    });
}

}  // namespace hlo2c::scheduler
