#include "scheduler/loops/in_place.h"

#include <functional>

namespace hlo2c::scheduler {
namespace {

class InPlaceCheck {
public:
    InPlaceCheck(const LoopNest& nest, const std::string& input, const std::string& output)
        : nest_(nest), input_(input), output_(output) {}

    bool holds(NodeId id) {
        const Node& node = nest_[id];
        if (node.kind == NodeKind::Store && node.symbol == output_)
            return reads_only_at(node.operands[1], node.operands[0]) && !reads(node.operands[0]);
        if (node.symbol == input_ && node.kind == NodeKind::Load) return false;
        for (NodeId operand : node.operands)
            if (!holds(operand)) return false;
        return true;
    }

private:
    bool reads(NodeId id) const {
        const Node& node = nest_[id];
        if (node.kind == NodeKind::Load && node.symbol == input_) return true;
        for (NodeId operand : node.operands)
            if (reads(operand)) return true;
        return false;
    }

    bool reads_only_at(NodeId value, NodeId index) const {
        const Node& node = nest_[value];
        if (node.kind == NodeKind::Load && node.symbol == input_)
            return node.operands.size() == 1 && same(node.operands[0], index);
        for (NodeId operand : node.operands)
            if (!reads_only_at(operand, index)) return false;
        return true;
    }

    bool same(NodeId a, NodeId b) const {
        if (a == b) return true;
        const Node &x = nest_[a], &y = nest_[b];
        if (x.kind != y.kind || x.type != y.type || x.integer != y.integer || x.symbol != y.symbol ||
            x.lanes != y.lanes || x.reduction != y.reduction || x.operands.size() != y.operands.size())
            return false;
        for (std::size_t i = 0; i < x.operands.size(); i++)
            if (!same(x.operands[i], y.operands[i])) return false;
        return true;
    }

    const LoopNest& nest_;
    const std::string &input_, &output_;
};

}  // namespace

std::optional<LoopNest> made_in_place(const LoopNest& nest, int input, int output) {
    const BufferParameter& from = nest.parameters[static_cast<std::size_t>(input)];
    const BufferParameter& to = nest.parameters[static_cast<std::size_t>(output)];
    if (from.element != to.element || from.elements != to.elements) return std::nullopt;
    if (!InPlaceCheck(nest, from.name, to.name).holds(nest.body)) return std::nullopt;
    LoopNest result = nest;
    for (Node& node : result.nodes)
        if (node.kind == NodeKind::Load && node.symbol == from.name) node.symbol = to.name;
    result.parameters.erase(result.parameters.begin() + input);
    return result;
}

}  // namespace hlo2c::scheduler
