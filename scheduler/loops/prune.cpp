#include "scheduler/loops/prune.h"

#include <optional>
#include <set>

#include "scheduler/loops/index_arithmetic.h"
#include "scheduler/loops/node_kinds.h"
#include "scheduler/loops/rewriter.h"
#include "scheduler/loops/same_code.h"
#include "scheduler/loops/substitution.h"

namespace hlo2c::scheduler {

namespace {

std::optional<std::int64_t> integer_value(const LoopNest& nest, NodeId id) {
    const Node& node = nest[id];
    if (node.kind == NodeKind::Integer) return node.integer;
    return std::nullopt;
}

bool fits(std::int64_t value, ValueType type) {
    return type.kind == ScalarKind::I64 || (value >= INT32_MIN && value <= INT32_MAX);
}

/// x + (a + b) for x + a and a constant b; no_node for other sums.
NodeId with_one_constant(LoopNest& nest, NodeId sum, std::int64_t b) {
    const Node node = nest[sum];
    if (node.kind != NodeKind::Add) return no_node;
    const auto a = integer_value(nest, node.operands[1]);
    std::int64_t total = 0;
    if (!a || __builtin_add_overflow(*a, b, &total) || !fits(total, node.type)) return no_node;
    if (total == 0) return node.operands[0];
    return nest.binary(NodeKind::Add, node.operands[0], nest.integer(total, node.type));
}

/// The node for an integer operation with constant operands, or no_node.
NodeId fold(LoopNest& nest, const Node& node) {
    if (!node.type.is_index() || node.operands.size() != 2) return no_node;
    const auto a = integer_value(nest, node.operands[0]), b = integer_value(nest, node.operands[1]);
    if (a && b) {
        const auto value = index_value(node.kind, *a, *b);
        return value && fits(*value, node.type) ? nest.integer(*value, node.type) : no_node;
    }
    switch (node.kind) {
        case NodeKind::Add:
            if (b && *b == 0) return node.operands[0];
            if (a && *a == 0) return node.operands[1];
            return b ? with_one_constant(nest, node.operands[0], *b) : no_node;
        case NodeKind::Subtract:
            if (b && *b == 0) return node.operands[0];
            break;
        case NodeKind::Multiply:
            if (b && *b == 1) return node.operands[0];
            if (a && *a == 1) return node.operands[1];
            if ((a && *a == 0) || (b && *b == 0)) return nest.integer(0, node.type);
            break;
        case NodeKind::FloorDivide:
            if (b && *b == 1) return node.operands[0];
            break;
        case NodeKind::FloorRemainder:
            if (b && *b == 1) return nest.integer(0, node.type);
            break;
        default: break;
    }
    return no_node;
}

/// The constant that all lanes hold, if there is one.
std::optional<std::int64_t> constant_lanes(const LoopNest& nest, NodeId id) {
    while (nest[id].kind == NodeKind::Broadcast) id = nest[id].operands[0];
    return integer_value(nest, id);
}

/// True if `low` is less than `high` in the order of `kind`.
bool is_less(ScalarKind kind, std::int64_t low, std::int64_t high) {
    return is_signed(kind) ? low < high : static_cast<std::uint64_t>(low) < static_cast<std::uint64_t>(high);
}

/// The smallest and largest possible value of an integer or boolean, in the order of its kind.
struct ValueRange {
    std::int64_t least, most;
};

ValueRange value_range(const LoopNest& nest, NodeId id) {
    while (nest[id].kind == NodeKind::Broadcast) id = nest[id].operands[0];
    if (const auto value = integer_value(nest, id)) return {*value, *value};
    const ScalarKind kind = nest[id].type.kind;
    if (kind == ScalarKind::Boolean) return {0, 1};
    if (nest[id].kind == NodeKind::Convert && nest[nest[id].operands[0]].type.kind == ScalarKind::Boolean)
        return value_range(nest, nest[id].operands[0]);
    const int unused_bits = 64 - bit_width(kind);
    if (!is_signed(kind)) return {0, static_cast<std::int64_t>(UINT64_MAX >> unused_bits)};
    const std::int64_t most = INT64_MAX >> unused_bits;
    return {-most - 1, most};
}

/// The result of an integer comparison if it does not depend on the operands' values.
std::optional<bool> foregone(const LoopNest& nest, const Node& node) {
    const bool equality = node.kind == NodeKind::Equal || node.kind == NodeKind::NotEqual;
    if (!equality && node.kind != NodeKind::Less && node.kind != NodeKind::LessEqual) return std::nullopt;
    const NodeId a = node.operands[0], b = node.operands[1];
    const ScalarKind kind = nest[a].type.kind;
    if (is_float(kind)) return std::nullopt;
    if (same_code(nest, a, b)) return node.kind == NodeKind::Equal || node.kind == NodeKind::LessEqual;
    const ValueRange x = value_range(nest, a), y = value_range(nest, b);
    const bool below = is_less(kind, x.most, y.least), above = is_less(kind, y.most, x.least);
    if (equality) {
        if (below || above) return node.kind == NodeKind::NotEqual;
        if (x.least == x.most && y.least == y.most) return node.kind == NodeKind::Equal;
        return std::nullopt;
    }
    const bool strict = node.kind == NodeKind::Less;
    if (strict ? below : !is_less(kind, y.least, x.most)) return true;
    if (strict ? !is_less(kind, x.least, y.most) : above) return false;
    return std::nullopt;
}

/// The node for a boolean operation with a constant operand or equal operands, or no_node.
NodeId fold_boolean(LoopNest& nest, const Node& node) {
    if (const auto value = foregone(nest, node)) return nest.integer(*value, node.type);
    const bool decides = node.kind == NodeKind::Or;
    switch (node.kind) {
        case NodeKind::Not:
            if (const auto value = constant_lanes(nest, node.operands[0]))
                return nest.integer(*value == 0, node.type);
            break;
        case NodeKind::And:
        case NodeKind::Or:
            for (std::size_t i = 0; i < 2; i++)
                if (const auto value = constant_lanes(nest, node.operands[i]))
                    return (*value != 0) == decides ? nest.integer(decides, node.type) : node.operands[1 - i];
            if (same_code(nest, node.operands[0], node.operands[1])) return node.operands[0];
            break;
        case NodeKind::Xor:
            if (same_code(nest, node.operands[0], node.operands[1])) return nest.integer(0, node.type);
            for (std::size_t i = 0; i < 2; i++)
                if (const auto value = constant_lanes(nest, node.operands[i]))
                    return *value != 0 ? nest.unary(NodeKind::Not, node.operands[1 - i])
                                       : node.operands[1 - i];
            break;
        default: break;
    }
    return no_node;
}

bool is_empty_block(const LoopNest& nest, NodeId id) {
    return nest[id].kind == NodeKind::Block && nest[id].operands.empty();
}

/// What a loop of one trip runs, or no_node.
NodeId only_trip(LoopNest& nest, const Node& loop) {
    const NodeId begin = loop.operands[0], body = loop.operands[2];
    if (loop.loop != LoopKind::Serial || integer_value(nest, loop.operands[1]) != 1) return no_node;
    if (integer_value(nest, begin)) return Substitution(nest, {{loop.symbol, begin}}).in(body);
    return nest.add({.kind = NodeKind::LetStatement, .operands = {begin, body}, .symbol = loop.symbol});
}

/// The lets whose value nothing reads. Two lets of one name have different scopes, and the nodes of one scope
/// come before those of the other.
std::set<NodeId> unread_lets(const LoopNest& nest) {
    std::set<NodeId> unread;
    std::set<std::string> read;
    const std::vector<char> reachable = reachable_nodes(nest);
    for (NodeId id = 0; id < nest.nodes.size(); id++) {
        if (!reachable[id]) continue;
        const Node& node = nest[id];
        if (node.kind == NodeKind::Variable) read.insert(node.symbol);
        if (is_let(node.kind) && read.erase(node.symbol) == 0) unread.insert(id);
    }
    return unread;
}

/// The names of locals that nothing reads, such as sums of results that are never stored.
std::set<std::string> unread_locals(const LoopNest& nest) {
    std::set<std::string> locals;
    for (const Node& node : nest.nodes)
        if (node.kind == NodeKind::Declare) locals.insert(node.symbol);
    for (const Node& node : nest.nodes)
        if (node.kind == NodeKind::Variable) locals.erase(node.symbol);
    return locals;
}

LoopNest prune_once(const LoopNest& nest) {
    const std::set<NodeId> unread = unread_lets(nest);
    const std::set<std::string> locals = unread_locals(nest);
    return rebuild(nest, [&](LoopNest& result, Node& node, NodeId id) -> NodeId {
        switch (node.kind) {
            case NodeKind::LetStatement:
                if (unread.count(id) || is_empty_block(result, node.operands[1])) return node.operands[1];
                return no_node;
            case NodeKind::Declare: return locals.contains(node.symbol) ? node.operands.back() : no_node;
            case NodeKind::Assign: return locals.contains(node.symbol) ? result.block({}) : no_node;
            case NodeKind::Let: return unread.count(id) ? node.operands[1] : no_node;
            case NodeKind::For:
                if (is_empty_block(result, node.operands[2])) return node.operands[2];
                if (const auto extent = integer_value(result, node.operands[1]); extent && *extent <= 0) {
                    return result.block({});
                }
                return only_trip(result, node);
            case NodeKind::If:
                if (const auto condition = integer_value(result, node.operands[0])) {
                    if (*condition) return node.operands[1];
                    return node.operands.size() > 2 ? node.operands[2] : result.block({});
                }
                return no_node;
            case NodeKind::Block: {
                std::vector<NodeId> statements;
                for (const NodeId each : node.operands) result.append(statements, each);
                if (statements.size() == 1) return statements[0];
                node.operands = std::move(statements);
                return no_node;
            }
            case NodeKind::Select:
                if (const auto condition = constant_lanes(result, node.operands[0]))
                    return node.operands[*condition ? 1 : 2];
                return same_code(result, node.operands[1], node.operands[2]) ? node.operands[1] : no_node;
            default:
                if (node.type.kind == ScalarKind::Boolean) return fold_boolean(result, node);
                return fold(result, node);
        }
    });
}

}  // namespace

LoopNest prune(const LoopNest& nest) {
    LoopNest current = prune_once(nest);
    while (true) {
        LoopNest next = prune_once(current);
        if (next.nodes.size() == current.nodes.size()) return next;
        current = std::move(next);
    }
}

}  // namespace hlo2c::scheduler
