#include "scheduler/loops/constant_limits.h"

#include <bit>
#include <cmath>
#include <optional>

namespace hlo2c::scheduler {
namespace {

/// The float that all lanes of a node are, if it is a constant.
std::optional<double> constant_float(const LoopNest& nest, NodeId id) {
    const Node& node = nest[id];
    if (node.kind == NodeKind::Broadcast) return constant_float(nest, node.operands[0]);
    if (node.kind != NodeKind::Real) return std::nullopt;
    if (node.type.kind == ScalarKind::F64) return std::bit_cast<double>(node.integer);
    return std::bit_cast<float>(static_cast<std::uint32_t>(node.integer));
}

bool is_extremum(const Node& node) {
    return (node.kind == NodeKind::Maximum || node.kind == NodeKind::Minimum) && is_float(node.type.kind);
}

}  // namespace

NodeId relu_operand(const LoopNest& nest, NodeId id) {
    const Node& node = nest[id];
    if (node.kind != NodeKind::Maximum || !is_extremum(node)) return no_node;
    for (const std::size_t zero : {1u, 0u}) {
        const std::optional<double> value = constant_float(nest, node.operands[zero]);
        if (value == 0 && !std::signbit(*value)) return node.operands[1 - zero];
    }
    return no_node;
}

ConstantLimit constant_limit(const LoopNest& nest, NodeId id) {
    const Node& node = nest[id];
    if (!is_extremum(node)) return {};
    for (const std::size_t limit : {1u, 0u}) {
        const std::optional<double> value = constant_float(nest, node.operands[limit]);
        if (!value || std::isnan(*value)) continue;
        const bool needs_sign = *value == 0 && (node.kind == NodeKind::Maximum || std::signbit(*value));
        if (!needs_sign) return {node.operands[1 - limit], node.operands[limit]};
    }
    return {};
}

}  // namespace hlo2c::scheduler
