#include "scheduler/loops/neutral_operands.h"

#include <cstdint>
#include <optional>

#include "scheduler/loops/rewriter.h"

namespace hlo2c::scheduler {
namespace {

/// The bits of a constant, in all lanes.
std::optional<std::uint64_t> constant_bits(const LoopNest& nest, NodeId id) {
    const Node& node = nest[id];
    if (node.kind == NodeKind::Broadcast) return constant_bits(nest, node.operands[0]);
    if (node.kind != NodeKind::Real && node.kind != NodeKind::Integer) return std::nullopt;
    const int unused = 64 - bit_width(node.type.kind);
    return static_cast<std::uint64_t>(node.integer) << unused >> unused;
}

/// The bits of the constant that changes no other operand of an operation.
std::optional<std::uint64_t> neutral_bits(NodeKind kind, ScalarKind type) {
    if (type == ScalarKind::Boolean) return std::nullopt;
    const std::uint64_t sign = std::uint64_t{1} << (bit_width(type) - 1);
    if (is_float(type)) {
        const std::uint64_t infinity = type == ScalarKind::F32 ? 0x7f800000 : 0x7ff0000000000000;
        switch (kind) {
            case NodeKind::Add: return sign;
            case NodeKind::Maximum: return sign | infinity;
            case NodeKind::Minimum: return infinity;
            default: return std::nullopt;
        }
    }
    switch (kind) {
        case NodeKind::Add:
        case NodeKind::Or:
        case NodeKind::Xor: return 0;
        case NodeKind::Multiply: return 1;
        case NodeKind::And: return sign | (sign - 1);
        case NodeKind::Maximum: return is_signed(type) ? sign : 0;
        case NodeKind::Minimum: return is_signed(type) ? sign - 1 : sign | (sign - 1);
        default: return std::nullopt;
    }
}

}  // namespace

LoopNest drop_neutral_operands(const LoopNest& nest) {
    return rebuild(nest, [](LoopNest& made, const Node& node) {
        if (node.operands.size() != 2) return no_node;
        const std::optional<std::uint64_t> neutral = neutral_bits(node.kind, node.type.kind);
        if (!neutral) return no_node;
        for (const std::size_t constant : {0u, 1u})
            if (constant_bits(made, node.operands[constant]) == neutral) return node.operands[1 - constant];
        return no_node;
    });
}

}  // namespace hlo2c::scheduler
