#include "scheduler/loops/inline_indices.h"

#include <map>
#include <set>
#include <string>

#include "scheduler/loops/local_names.h"
#include "scheduler/loops/node_kinds.h"
#include "scheduler/loops/rewriter.h"

namespace hlo2c::scheduler {
namespace {

class Inliner {
public:
    explicit Inliner(const LoopNest& nest) : nest_(nest) {
        LocalNames locals(nest);
        for (const Node& node : nest.nodes)
            if (is_let(node.kind) && locals.bound[node.symbol] == 1 &&
                is_short(node.operands[0], locals.assigned))
                values_[node.symbol] = node.operands[0];
    }

    LoopNest run() const {
        return rebuild(nest_, [this](LoopNest& made, const Node& node) {
            if (is_let(node.kind) && values_.contains(node.symbol)) return node.operands[1];
            if (node.kind == NodeKind::Variable && values_.contains(node.symbol))
                return copy(made, values_.at(node.symbol));
            return no_node;
        });
    }

private:
    bool is_short(NodeId id, const std::set<std::string>& assigned) const {
        const auto is_fixed = [&](NodeId each) {
            return nest_[each].kind == NodeKind::Variable && !assigned.contains(nest_[each].symbol);
        };
        const Node& node = nest_[id];
        if (!node.type.is_index()) return false;
        if (node.kind == NodeKind::Integer) return true;
        if (node.kind == NodeKind::Variable) return is_fixed(id);
        if (node.kind != NodeKind::Add && node.kind != NodeKind::Subtract && node.kind != NodeKind::Multiply)
            return false;
        return is_fixed(node.operands[0]) && nest_[node.operands[1]].kind == NodeKind::Integer;
    }

    /// A short index in the new nest, in which no name is left that is removed.
    NodeId copy(LoopNest& made, NodeId id) const {
        const Node& node = nest_[id];
        if (node.kind == NodeKind::Integer) return made.integer(node.integer, node.type);
        if (node.kind != NodeKind::Variable)
            return made.binary(node.kind, copy(made, node.operands[0]), copy(made, node.operands[1]));
        const auto value = values_.find(node.symbol);
        return value == values_.end() ? made.variable(node.symbol, node.type) : copy(made, value->second);
    }

    const LoopNest& nest_;
    std::map<std::string, NodeId> values_;  ///< of the names that are removed
};

}  // namespace

LoopNest inline_indices(const LoopNest& nest) {
    return Inliner(nest).run();
}

}  // namespace hlo2c::scheduler
