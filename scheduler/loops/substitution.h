#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// Copies code with other nodes in the place of some.
class Replacement {
public:
    /// `replaced` returns the node in the place of a node, or no_node for a copy of it.
    Replacement(LoopNest& nest, std::function<NodeId(NodeId)> replaced)
        : nest_(nest), replaced_(std::move(replaced)) {}

    /// The node with the replacements; the same node if nothing in it is replaced.
    NodeId in(NodeId id) {
        if (const auto known = results_.find(id); known != results_.end()) return known->second;
        NodeId result = replaced_(id);
        if (result == no_node) {
            Node node = nest_[id];
            for (NodeId& operand : node.operands) operand = in(operand);
            result = node.operands == nest_[id].operands ? id : nest_.add(std::move(node));
        }
        return results_[id] = result;
    }

private:
    LoopNest& nest_;
    const std::function<NodeId(NodeId)> replaced_;
    std::map<NodeId, NodeId> results_;
};

/// Puts values in the place of variables or locals.
class Substitution : public Replacement {
public:
    Substitution(LoopNest& nest, std::map<std::string, NodeId> values)
        : Replacement(nest, [&nest, values = std::move(values)](NodeId id) {
              const Node& node = nest[id];
              const auto value = node.kind == NodeKind::Variable ? values.find(node.symbol) : values.end();
              return value == values.end() ? no_node : value->second;
          }) {}
};

}  // namespace hlo2c::scheduler
