#include "scheduler/loops/in_place.h"

#include <algorithm>
#include <functional>
#include <map>

#include "scheduler/loops/affine.h"
#include "scheduler/loops/same_code.h"

namespace hlo2c::scheduler {
namespace {

class InPlaceCheck {
public:
    InPlaceCheck(const LoopNest& nest, const std::string& input, const std::string& output)
        : nest_(nest), input_(input), output_(output) {}

    bool holds(NodeId id) {
        const Node& node = nest_[id];
        switch (node.kind) {
            case NodeKind::Store:
                if (node.symbol == output_)
                    return reads_only_at(node.operands[1], node.operands[0]) && !reads(node.operands[0]);
                break;
            case NodeKind::Load:
                if (node.symbol == input_) return false;
                break;
            case NodeKind::For:
                return holds(node.operands[0]) && holds(node.operands[1]) &&
                       inside(node.symbol, fresh(node.symbol), [&] { return holds(node.operands[2]); });
            case NodeKind::Let:
            case NodeKind::LetStatement:
                return holds(node.operands[0]) &&
                       inside(node.symbol, bound(node), [&] { return holds(node.operands[1]); });
            default: break;
        }
        return std::all_of(node.operands.begin(), node.operands.end(),
                           [&](NodeId operand) { return holds(operand); });
    }

private:
    bool reads(NodeId id) const {
        const Node& node = nest_[id];
        if (node.kind == NodeKind::Load && node.symbol == input_) return true;
        for (NodeId operand : node.operands)
            if (reads(operand)) return true;
        return false;
    }

    bool reads_only_at(NodeId value, NodeId index) {
        const Node& node = nest_[value];
        if (node.kind == NodeKind::Load && node.symbol == input_)
            return node.operands.size() == 1 && same_place(node.operands[0], index);
        // An index inside the binding could mean another value by the same name.
        if (node.kind == NodeKind::Let) return !reads(value);
        for (NodeId operand : node.operands)
            if (!reads_only_at(operand, index)) return false;
        return true;
    }

    /// True if both are equal as expressions, or as sums of products of symbols with constants.
    bool same_place(NodeId a, NodeId b) const {
        if (same_code(nest_, a, b)) return true;
        const Node &x = nest_[a], &y = nest_[b];
        if (x.kind == NodeKind::Ramp && y.kind == NodeKind::Ramp)
            return x.type.lanes == y.type.lanes && same_place(x.operands[0], y.operands[0]) &&
                   same_place(x.operands[1], y.operands[1]);
        const std::optional<Affine> first = affine(a), second = affine(b);
        return first && second && *first == *second;
    }

    std::optional<Affine> affine(NodeId id) const {
        return affine_form(nest_, id, [this](NodeId term) -> std::optional<Affine> {
            const Node& node = nest_[term];
            if (node.kind != NodeKind::Variable) return std::nullopt;
            const auto known = values_.find(node.symbol);
            return known != values_.end() ? known->second : Affine{0, {{node.symbol, 1}}};
        });
    }

    /// A value of which nothing is known, and that no other symbol has.
    Affine fresh(const std::string& symbol) { return {0, {{symbol + "#" + std::to_string(symbols_++), 1}}}; }

    Affine bound(const Node& let) {
        const std::optional<Affine> value = affine(let.operands[0]);
        return value ? *value : fresh(let.symbol);
    }

    bool inside(const std::string& symbol, Affine value, const std::function<bool()>& body) {
        const auto before = values_.find(symbol);
        const std::optional<Affine> outer =
            before != values_.end() ? std::optional(before->second) : std::nullopt;
        values_[symbol] = std::move(value);
        const bool result = body();
        if (outer)
            values_[symbol] = *outer;
        else
            values_.erase(symbol);
        return result;
    }

    const LoopNest& nest_;
    const std::string &input_, &output_;
    std::map<std::string, Affine> values_;  ///< of the symbols around the current node
    int symbols_ = 0;
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
