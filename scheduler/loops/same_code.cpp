#include "scheduler/loops/same_code.h"

namespace hlo2c::scheduler {
namespace {

/// Expressions with more nodes than this are assumed to be different.
constexpr int most_compared_nodes = 256;

bool same_code(const LoopNest& nest, NodeId a, NodeId b, int& left) {
    if (a == b) return true;
    const Node &x = nest[a], &y = nest[b];
    if (left-- <= 0 || x.kind != y.kind || x.type != y.type || x.integer != y.integer ||
        x.symbol != y.symbol || x.lanes != y.lanes || x.reduction != y.reduction ||
        x.operands.size() != y.operands.size())
        return false;
    for (std::size_t i = 0; i < x.operands.size(); i++)
        if (!same_code(nest, x.operands[i], y.operands[i], left)) return false;
    return true;
}

}  // namespace

bool same_code(const LoopNest& nest, NodeId a, NodeId b) {
    int left = most_compared_nodes;
    return same_code(nest, a, b, left);
}

}  // namespace hlo2c::scheduler
