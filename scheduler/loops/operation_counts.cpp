#include "scheduler/loops/operation_counts.h"

#include <algorithm>
#include <bit>
#include <set>
#include <vector>

#include "scheduler/loops/node_kinds.h"
#include "scheduler/loops/same_code.h"
#include "scheduler/loops/touched_bytes.h"
#include "scheduler/loops/value_numbers.h"

namespace hlo2c::scheduler {
namespace {

/// Dependent instructions of a call of a function such as exp, and of a division.
constexpr std::int64_t chain_of_function = 12, chain_of_division = 3;

/// True if the lanes are neighbours in memory, or one element.
bool is_stretch(const LoopNest& nest, NodeId index) {
    const Node& node = nest[index];
    if (!node.type.is_vector() || node.kind == NodeKind::Broadcast) return true;
    return node.kind == NodeKind::Ramp && nest[node.operands[1]].kind == NodeKind::Integer &&
           nest[node.operands[1]].integer == 1;
}

/// "" for what takes no instruction.
std::string name_of(const LoopNest& nest, NodeId id) {
    const Node& node = nest[id];
    const auto with_type = [&](const std::string& name, ValueType type) {
        return name + " " + spelling(type);
    };
    switch (node.kind) {
        case NodeKind::Integer:
        case NodeKind::Real:
        case NodeKind::Variable:
        case NodeKind::Ramp:
        case NodeKind::Broadcast:
        case NodeKind::Reinterpret:
        case NodeKind::Let: return "";
        case NodeKind::Load:
            return with_type(is_stretch(nest, node.operands[0]) ? "load" : "gather", node.type);
        case NodeKind::Store:
            return with_type(is_stretch(nest, node.operands[0]) ? "store" : "scatter",
                             nest[node.operands[1]].type);
        case NodeKind::Call: return with_type(node.symbol, node.type);
        case NodeKind::Reduce:
            return with_type("reduce_" + spelling(node.reduction), nest[node.operands[0]].type);
        case NodeKind::Equal:
        case NodeKind::NotEqual:
        case NodeKind::Less:
        case NodeKind::LessEqual: return with_type(spelling(node.kind), nest[node.operands[0]].type);
        default: return with_type(spelling(node.kind), node.type);
    }
}

/// Positions of the operands that are expressions but not indices.
std::vector<NodeId> values_of(const LoopNest& nest, const Node& node) {
    const bool has_index = node.kind == NodeKind::Load || node.kind == NodeKind::Store ||
                           node.kind == NodeKind::Prefetch || node.kind == NodeKind::For;
    const std::size_t first = node.kind == NodeKind::For ? 2 : has_index ? 1 : 0;
    std::vector<NodeId> values;
    for (std::size_t i = first; i < node.operands.size(); i++)
        if (!is_statement(nest[node.operands[i]].kind)) values.push_back(node.operands[i]);
    return values;
}

class Counter {
public:
    explicit Counter(const LoopNest& nest) : nest_(nest), numbers_(nest) {}

    OperationCounts run() {
        statement(nest_.body, 1);
        Depths depths;
        follow(nest_.body, depths);
        for (const auto& [name, depth] : depths) counts_.chain = std::max(counts_.chain, depth);
        return std::move(counts_);
    }

private:
    using Depths = std::map<std::string, std::int64_t>;  ///< length of the chain before a local or an element

    std::int64_t iterations(const Node& loop) const {
        NodeId extent = loop.operands[1];
        const auto named = constants_.find(nest_[extent].symbol);
        if (nest_[extent].kind == NodeKind::Variable && named != constants_.end()) extent = named->second;
        const std::int64_t most = most_iterations(nest_, extent);
        return most >= most_counted ? 1 : most;
    }

    void statement(NodeId id, std::int64_t trips) {
        const Node& node = nest_[id];
        std::set<NodeId> seen;
        for (const NodeId each : values_of(nest_, node)) expression(each, trips, seen);
        if (node.kind == NodeKind::Store) add(id, trips);
        if (node.kind == NodeKind::LetStatement) constants_[node.symbol] = node.operands[0];
        const std::int64_t inside =
            node.kind == NodeKind::For ? capped_product(trips, iterations(node)) : trips;
        std::set<int> loads_before;
        if (node.kind == NodeKind::For) loads_before.swap(loads_);
        for (const NodeId each : node.operands)
            if (is_statement(nest_[each].kind)) statement(each, inside);
        if (node.kind == NodeKind::For) loads_.swap(loads_before);
    }

    void expression(NodeId id, std::int64_t trips, std::set<NodeId>& seen) {
        if (!seen.insert(id).second) return;
        // C compilers keep an element that a statement has loaded since the loop began.
        if (nest_[id].kind == NodeKind::Load && !loads_.insert(numbers_.of(id)).second) return;
        add(id, trips);
        for (const NodeId each : values_of(nest_, nest_[id])) expression(each, trips, seen);
    }

    void add(NodeId id, std::int64_t trips) {
        const std::string name = name_of(nest_, id);
        if (name.empty()) return;
        std::int64_t& times = counts_.times[name];
        times = capped_sum(times, trips);
    }

    void follow(NodeId id, Depths& depths) {
        const Node& node = nest_[id];
        if (node.kind == NodeKind::For) return follow_loop(node, depths);
        if (node.kind == NodeKind::Assign || node.kind == NodeKind::LetStatement)
            depths[node.symbol] = depth_of(node.operands[0], depths);
        if (node.kind == NodeKind::Store) {
            std::int64_t& depth = depths[node.symbol];
            depth = std::max(depth, depth_of(node.operands[1], depths));
            stores_[node.symbol] = node.operands[0];
        }
        for (const NodeId each : node.operands)
            if (is_statement(nest_[each].kind)) follow(each, depths);
    }

    /// Each further iteration adds to a chain what the second one adds.
    void follow_loop(const Node& loop, Depths& depths) {
        const std::int64_t trips = iterations(loop);
        follow(loop.operands[2], depths);
        if (trips < 2) return;
        const Depths before = depths;
        follow(loop.operands[2], depths);
        for (auto& [name, depth] : depths) {
            const auto found = before.find(name);
            const std::int64_t start = found == before.end() ? depth : found->second;
            depth = capped_sum(start, capped_product(depth - start, trips - 1));
        }
    }

    std::int64_t depth_of(NodeId root, const Depths& depths) {
        std::map<NodeId, std::int64_t> seen;
        return depth_of(root, depths, seen);
    }

    std::int64_t depth_of(NodeId id, const Depths& depths, std::map<NodeId, std::int64_t>& seen) {
        if (const auto found = seen.find(id); found != seen.end()) return found->second;
        const Node& node = nest_[id];
        std::int64_t depth = 0;
        const auto known = depths.find(node.symbol);
        if (node.kind == NodeKind::Variable && known != depths.end()) depth = known->second;
        if (node.kind == NodeKind::Load && known != depths.end() &&
            !same_code(nest_, node.operands[0], stores_[node.symbol]))
            depth = known->second;
        for (const NodeId each : values_of(nest_, node))
            depth = std::max(depth, depth_of(each, depths, seen));
        return seen[id] = depth + length_of(id);
    }

    std::int64_t length_of(NodeId id) const {
        const Node& node = nest_[id];
        if (node.kind == NodeKind::Call) return chain_of_function;
        if (!is_float(node.type.kind) || node.kind == NodeKind::Load || name_of(nest_, id).empty()) return 0;
        if (node.kind == NodeKind::Divide) return chain_of_division;
        if (node.kind == NodeKind::Reduce)
            return std::bit_width(static_cast<unsigned>(nest_[node.operands[0]].type.lanes)) - 1;
        return 1;
    }

    const LoopNest& nest_;
    OperationCounts counts_;
    ValueNumbers numbers_;
    std::set<int> loads_;                      ///< numbers of the loads since the loop began
    std::map<std::string, NodeId> stores_;     ///< the index of the last store to a buffer
    std::map<std::string, NodeId> constants_;  ///< what named extents and indices are
};

}  // namespace

OperationCounts operation_counts(const LoopNest& nest) {
    return Counter(nest).run();
}

}  // namespace hlo2c::scheduler
