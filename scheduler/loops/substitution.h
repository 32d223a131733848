#pragma once

#include <map>
#include <string>
#include <utility>

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// Puts values in the place of variables or locals.
class Substitution {
public:
    Substitution(LoopNest& nest, std::map<std::string, NodeId> values)
        : nest_(nest), values_(std::move(values)) {}

    /// The node with the values; the same node if it reads none of the variables.
    NodeId in(NodeId id) {
        if (const auto known = results_.find(id); known != results_.end()) return known->second;
        Node node = nest_[id];
        const auto value = node.kind == NodeKind::Variable ? values_.find(node.symbol) : values_.end();
        NodeId result = id;
        if (value != values_.end()) {
            result = value->second;
        } else {
            for (NodeId& operand : node.operands) operand = in(operand);
            if (node.operands != nest_[id].operands) result = nest_.add(std::move(node));
        }
        return results_[id] = result;
    }

private:
    LoopNest& nest_;
    const std::map<std::string, NodeId> values_;
    std::map<NodeId, NodeId> results_;
};

}  // namespace hlo2c::scheduler
