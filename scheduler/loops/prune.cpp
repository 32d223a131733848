#include "scheduler/loops/prune.h"

#include <optional>
#include <set>

#include "scheduler/loops/rewriter.h"

namespace hlo2c::scheduler {

namespace {

bool is_index_type(ValueType type) {
    return type.kind == ScalarKind::I32 || type.kind == ScalarKind::I64;
}

std::optional<std::int64_t> integer_value(const LoopNest& nest, NodeId id) {
    const Node& node = nest[id];
    if (node.kind == NodeKind::Integer) return node.integer;
    return std::nullopt;
}

bool fits(std::int64_t value, ValueType type) {
    return type.kind == ScalarKind::I64 || (value >= INT32_MIN && value <= INT32_MAX);
}

/// The node for an integer operation with constant operands, or no_node.
NodeId fold(LoopNest& nest, const Node& node) {
    if (!is_index_type(node.type) || node.type.is_vector() || node.operands.size() != 2) return no_node;
    const auto a = integer_value(nest, node.operands[0]), b = integer_value(nest, node.operands[1]);
    if (a && b) {
        std::int64_t value = 0;
        bool known = true;
        switch (node.kind) {
            case NodeKind::Add: known = !__builtin_add_overflow(*a, *b, &value); break;
            case NodeKind::Subtract: known = !__builtin_sub_overflow(*a, *b, &value); break;
            case NodeKind::Multiply: known = !__builtin_mul_overflow(*a, *b, &value); break;
            case NodeKind::Minimum: value = std::min(*a, *b); break;
            case NodeKind::Maximum: value = std::max(*a, *b); break;
            case NodeKind::FloorDivide:
                known = *b > 0;
                if (known) value = *a / *b - (*a % *b < 0);
                break;
            case NodeKind::FloorRemainder:
                known = *b > 0;
                if (known) value = *a % *b + (*a % *b < 0 ? *b : 0);
                break;
            default: known = false;
        }
        if (known && fits(value, node.type)) return nest.integer(value, node.type);
        return no_node;
    }
    switch (node.kind) {
        case NodeKind::Add:
            if (b && *b == 0) return node.operands[0];
            if (a && *a == 0) return node.operands[1];
            break;
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

bool is_empty_block(const LoopNest& nest, NodeId id) {
    return nest[id].kind == NodeKind::Block && nest[id].operands.empty();
}

LoopNest prune_once(const LoopNest& nest) {
    std::set<std::string> read;
    for (const Node& node : nest.nodes) {
        if (node.kind == NodeKind::Variable) read.insert(node.symbol);
    }
    return rebuild(nest, [&read](LoopNest& result, Node& node) -> NodeId {
        switch (node.kind) {
            case NodeKind::LetStatement:
                if (!read.count(node.symbol) || is_empty_block(result, node.operands[1]))
                    return node.operands[1];
                return no_node;
            case NodeKind::Let: return read.count(node.symbol) ? no_node : node.operands[1];
            case NodeKind::For:
                if (is_empty_block(result, node.operands[2])) return node.operands[2];
                if (const auto extent = integer_value(result, node.operands[1]); extent && *extent <= 0) {
                    return result.block({});
                }
                return no_node;
            case NodeKind::If:
                if (const auto condition = integer_value(result, node.operands[0])) {
                    if (*condition) return node.operands[1];
                    return node.operands.size() > 2 ? node.operands[2] : result.block({});
                }
                return no_node;
            case NodeKind::Block: {
                std::vector<NodeId> statements;
                for (NodeId each : node.operands) {
                    if (result[each].kind == NodeKind::Block) {
                        const auto& inner = result[each].operands;
                        statements.insert(statements.end(), inner.begin(), inner.end());
                    } else {
                        statements.push_back(each);
                    }
                }
                if (statements.size() == 1) return statements[0];
                node.operands = std::move(statements);
                return no_node;
            }
            default: return fold(result, node);
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
