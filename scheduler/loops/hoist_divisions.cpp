#include "scheduler/loops/hoist_divisions.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "frontend/name_table.h"
#include "scheduler/loops/same_code.h"
#include "scheduler/loops/walk.h"

namespace hlo2c::scheduler {
namespace {

/// What is known of the expression below a node.
struct IndexFacts {
    bool is_index = false;  ///< scalar integer arithmetic on variables and constants
    bool divides = false;
    std::set<std::string> variables;
};

bool is_index_arithmetic(const Node& node) {
    if (!node.type.is_index()) return false;
    switch (node.kind) {
        case NodeKind::Integer:
        case NodeKind::Variable:
        case NodeKind::Add:
        case NodeKind::Subtract:
        case NodeKind::Multiply:
        case NodeKind::Minimum:
        case NodeKind::Maximum:
        case NodeKind::FloorDivide:
        case NodeKind::FloorRemainder: return true;
        default: return false;
    }
}

std::vector<IndexFacts> facts_of(const LoopNest& nest) {
    std::vector<IndexFacts> facts(nest.nodes.size());
    for (NodeId id = 0; id < nest.nodes.size(); id++) {
        const Node& node = nest[id];
        IndexFacts& own = facts[id];
        own.is_index = is_index_arithmetic(node);
        for (const NodeId operand : node.operands) own.is_index = own.is_index && facts[operand].is_index;
        if (!own.is_index) continue;
        own.divides = node.kind == NodeKind::FloorDivide || node.kind == NodeKind::FloorRemainder;
        if (node.kind == NodeKind::Variable) own.variables.insert(node.symbol);
        for (const NodeId operand : node.operands) {
            own.divides = own.divides || facts[operand].divides;
            own.variables.insert(facts[operand].variables.begin(), facts[operand].variables.end());
        }
    }
    return facts;
}

class DivisionHoister {
public:
    explicit DivisionHoister(const LoopNest& nest) : nest_(nest), facts_(facts_of(nest)) {
        for (const Node& node : nest.nodes) names_.take(node.symbol);
        for (const BufferParameter& parameter : nest.parameters) names_.take(parameter.name);
        result_.parameters = nest.parameters;
        result_.scratch_bytes = nest.scratch_bytes;
    }

    LoopNest run() {
        result_.body = copy(nest_.body);
        return std::move(result_);
    }

private:
    /// The largest expressions below a loop that divide and that the loop does not change, equal ones once.
    std::vector<NodeId> invariants(NodeId loop) const {
        const NodeId body = nest_[loop].operands[2];
        std::set<std::string> bound = {nest_[loop].symbol};
        for_each_below(nest_, {body}, [&](NodeId id) {
            const bool is_use = nest_[id].kind == NodeKind::Variable;
            if (!is_use && !nest_[id].symbol.empty()) bound.insert(nest_[id].symbol);
        });
        const auto is_invariant = [&](NodeId id) {
            const IndexFacts& facts = facts_[id];
            return facts.is_index && facts.divides &&
                   std::none_of(facts.variables.begin(), facts.variables.end(),
                                [&](const std::string& variable) { return bound.count(variable) > 0; });
        };
        std::vector<NodeId> found;
        std::set<NodeId> seen;
        std::vector<NodeId> open = {body};
        while (!open.empty()) {
            const NodeId id = open.back();
            open.pop_back();
            if (!seen.insert(id).second || named_.count(id)) continue;
            if (is_invariant(id))
                found.push_back(id);
            else
                open.insert(open.end(), nest_[id].operands.rbegin(), nest_[id].operands.rend());
        }
        return found;
    }

    /// Copies a node and what is below it; a name replaces what is hoisted.
    NodeId copy(NodeId id) {
        if (const auto named = named_.find(id); named != named_.end())
            return result_.variable(named->second, nest_[id].type);
        if (const auto known = copies_.find(id); known != copies_.end()) return known->second;
        const NodeId made = nest_[id].kind == NodeKind::For ? copy_loop(id) : copy_operands(nest_[id]);
        copies_[id] = made;
        return made;
    }

    NodeId copy_operands(Node node) {
        for (NodeId& operand : node.operands) operand = copy(operand);
        return result_.add(std::move(node));
    }

    struct Binding {
        NodeId original, value;  ///< in the nest, in the result
        std::string name;
    };

    NodeId copy_loop(NodeId id) {
        const std::vector<NodeId> hoisted = invariants(id);
        if (hoisted.empty()) return copy_operands(nest_[id]);
        std::vector<Binding> bindings;
        std::map<NodeId, std::string> named = named_;
        for (const NodeId each : hoisted) {
            auto known = std::find_if(bindings.begin(), bindings.end(), [&](const Binding& other) {
                return same_code(nest_, other.original, each);
            });
            if (known == bindings.end())
                known = bindings.insert(known, {each, copy(each), names_.claim("base")});
            named[each] = known->name;
        }
        // Copies made inside use names that are not bound outside.
        const std::map<NodeId, NodeId> outside = copies_;
        std::swap(named_, named);
        NodeId made = copy_operands(nest_[id]);
        named_ = std::move(named);
        copies_ = outside;
        for (std::size_t i = bindings.size(); i-- > 0;)
            made = result_.add({.kind = NodeKind::LetStatement,
                                .operands = {bindings[i].value, made},
                                .symbol = bindings[i].name});
        return made;
    }

    const LoopNest& nest_;
    const std::vector<IndexFacts> facts_;
    LoopNest result_;
    frontend::NameTable names_;
    std::map<NodeId, NodeId> copies_;      ///< of nodes whose names are bound here
    std::map<NodeId, std::string> named_;  ///< expressions that a name stands for here
};

}  // namespace

LoopNest hoist_divisions(const LoopNest& nest) {
    return DivisionHoister(nest).run();
}

}  // namespace hlo2c::scheduler
