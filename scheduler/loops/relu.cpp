#include "scheduler/loops/relu.h"

namespace hlo2c::scheduler {
namespace {

bool is_positive_zero(const LoopNest& nest, NodeId id) {
    const Node& node = nest[id];
    if (node.kind == NodeKind::Broadcast) return is_positive_zero(nest, node.operands[0]);
    return node.kind == NodeKind::Real && node.integer == 0;
}

}  // namespace

NodeId relu_operand(const LoopNest& nest, NodeId id) {
    const Node& node = nest[id];
    if (node.kind != NodeKind::Maximum || !is_float(node.type.kind)) return no_node;
    for (const std::size_t zero : {1u, 0u})
        if (is_positive_zero(nest, node.operands[zero])) return node.operands[1 - zero];
    return no_node;
}

}  // namespace hlo2c::scheduler
