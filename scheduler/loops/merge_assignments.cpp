#include "scheduler/loops/merge_assignments.h"

#include <algorithm>
#include <string>
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
    if (nest[body].kind != NodeKind::Block) return no_node;
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

/// The local declared in front of `body`.
NodeId declared(LoopNest& nest, Node declaration, NodeId body) {
    declaration.operands = {body};
    const NodeId let = let_of(nest, declaration);
    return let != no_node ? let : nest.add(std::move(declaration));
}

/// Lets the name that the first statement binds, if it does, live on in the others, which do not use it.
NodeId joined(LoopNest& nest, std::vector<NodeId> statements) {
    Node first = nest[statements.front()];
    const bool binds = first.kind == NodeKind::LetStatement || first.kind == NodeKind::Declare;
    const auto reads_name = [&](NodeId each) { return uses_name(nest, each, first.symbol); };
    if (!binds || std::any_of(statements.begin() + 1, statements.end(), reads_name))
        return nest.block(std::move(statements));
    statements.front() = first.operands.back();
    first.operands.back() = nest.block(std::move(statements));
    return nest.add(std::move(first));
}

/// The statements with the local declared in front of the first that uses it; no_node if that is the first of
/// all.
NodeId declared_inside(LoopNest& nest, const Node& declaration, NodeId id) {
    Node node = nest[id];
    if (node.kind == NodeKind::Block) {
        std::vector<NodeId>& statements = node.operands;
        const auto user = std::find_if(statements.begin(), statements.end() - 1, [&](NodeId each) {
            return uses_name(nest, each, declaration.symbol);
        });
        const NodeId users = joined(nest, {user, statements.end()});
        NodeId rest =
            nest[users].kind == NodeKind::Block ? no_node : declared_inside(nest, declaration, users);
        if (rest == no_node && user == statements.begin()) return no_node;
        if (rest == no_node) rest = declared(nest, declaration, users);
        statements.erase(user, statements.end());
        statements.push_back(rest);
        return nest.block(std::move(statements));
    }
    const bool is_let = node.kind == NodeKind::LetStatement;
    if (!is_let && node.kind != NodeKind::Declare) return no_node;
    if (node.operands.size() > 1 && uses_name(nest, node.operands[0], declaration.symbol)) return no_node;
    NodeId body = declared_inside(nest, declaration, node.operands.back());
    if (body == no_node && !is_let) return no_node;
    if (body == no_node) body = declared(nest, declaration, node.operands.back());
    node.operands.back() = body;
    return nest.add(std::move(node));
}

/// A declaration without a value, moved to where the local gets one.
NodeId moved_declaration(LoopNest& nest, const Node& declaration) {
    if (declaration.operands.size() > 1) return no_node;
    const NodeId inside = declared_inside(nest, declaration, declaration.operands[0]);
    return inside != no_node ? inside : declared(nest, declaration, declaration.operands[0]);
}

}  // namespace

LoopNest merge_assignments(const LoopNest& nest) {
    return rebuild(nest, [](LoopNest& made, Node& node) {
        if (node.kind == NodeKind::Block) return merged_block(made, node);
        return node.kind == NodeKind::Declare ? moved_declaration(made, node) : no_node;
    });
}

}  // namespace hlo2c::scheduler
