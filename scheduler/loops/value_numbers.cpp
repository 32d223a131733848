#include "scheduler/loops/value_numbers.h"

#include <utility>

namespace hlo2c::scheduler {

int ValueNumbers::of(NodeId id) {
    if (const auto known = numbers_.find(id); known != numbers_.end()) return known->second;
    const Node& node = nest_[id];
    std::vector<int> operands;
    for (const NodeId each : node.operands) operands.push_back(of(each));
    const Key key{node.kind,   node.type.kind, node.type.lanes, std::move(operands),
                  node.symbol, node.integer,   node.lanes,      node.reduction};
    return numbers_[id] = keys_.try_emplace(key, static_cast<int>(keys_.size())).first->second;
}

}  // namespace hlo2c::scheduler
