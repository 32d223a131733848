#include "scheduler/loops/merge_lets.h"

#include <map>
#include <set>
#include <string>
#include <vector>

#include "scheduler/loops/local_names.h"
#include "scheduler/loops/prune.h"
#include "scheduler/loops/rewriter.h"
#include "scheduler/loops/same_code.h"
#include "scheduler/loops/walk.h"

namespace hlo2c::scheduler {

bool binds_fixed_index(const LoopNest& nest, const std::set<std::string>& assigned, NodeId statement) {
    const Node& node = nest[statement];
    if (node.kind != NodeKind::LetStatement) return false;
    bool is_fixed = nest[node.operands[0]].type.is_index();
    for_each_below(nest, {node.operands[0]}, [&](NodeId id) {
        is_fixed = is_fixed && nest[id].kind != NodeKind::Load && nest[id].kind != NodeKind::Call &&
                   !assigned.contains(nest[id].symbol);
    });
    return is_fixed;
}

namespace {

/// Merges the outermost of the statements that lie inside each other.
class Merger {
public:
    explicit Merger(const LoopNest& nest) : nest_(nest) {
        LocalNames locals(nest);
        for (const Node& node : nest.nodes) {
            if (node.kind != NodeKind::Block) continue;
            for (std::size_t i = 1; i < node.operands.size(); i++) {
                const NodeId last = node.operands[i - 1], next = node.operands[i];
                const bool is_alone =
                    locals.bound[nest[last].symbol] == 1 && locals.bound[nest[next].symbol] == 1;
                if (!is_alone || !binds_fixed_index(nest, locals.assigned, last) ||
                    !binds_fixed_index(nest, locals.assigned, next) ||
                    !same_code(nest, nest[last].operands[0], nest[next].operands[0]))
                    continue;
                const auto leader = names_.find(nest[last].symbol);
                names_[nest[next].symbol] = leader == names_.end() ? nest[last].symbol : leader->second;
            }
        }
    }

    bool has_work() const { return !names_.empty(); }

    LoopNest run() const {
        return rebuild(nest_, [&](LoopNest& made, Node& node) { return change(made, node); });
    }

private:
    NodeId change(LoopNest& made, const Node& node) const {
        if (const auto name = names_.find(node.symbol);
            node.kind == NodeKind::Variable && name != names_.end())
            return made.variable(name->second, node.type);
        if (node.kind != NodeKind::Block) return no_node;
        std::vector<NodeId> statements;
        for (std::size_t i = 0; i < node.operands.size();) {
            std::size_t end = i + 1;
            while (end < node.operands.size() && joins(made, node.operands[end])) end++;
            statements.push_back(merged(made, {node.operands.begin() + static_cast<std::ptrdiff_t>(i),
                                               node.operands.begin() + static_cast<std::ptrdiff_t>(end)}));
            i = end;
        }
        return made.block(std::move(statements));
    }

    bool joins(const LoopNest& made, NodeId statement) const {
        return made[statement].kind == NodeKind::LetStatement && names_.contains(made[statement].symbol);
    }

    static NodeId merged(LoopNest& made, const std::vector<NodeId>& statements) {
        if (statements.size() == 1) return statements[0];
        std::vector<NodeId> bodies;
        for (const NodeId each : statements) bodies.push_back(made[each].operands[1]);
        Node leader = made[statements[0]];
        leader.operands[1] = made.block(std::move(bodies));
        return made.add(std::move(leader));
    }

    const LoopNest& nest_;
    std::map<std::string, std::string>
        names_;  ///< of indices that are equal to those of the statement before
};

}  // namespace

LoopNest merge_lets(const LoopNest& nest) {
    LoopNest current = prune(nest);
    while (true) {
        const Merger merger(current);
        if (!merger.has_work()) return current;
        current = prune(merger.run());
    }
}

}  // namespace hlo2c::scheduler
