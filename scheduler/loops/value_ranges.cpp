#include "scheduler/loops/value_ranges.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace hlo2c::scheduler {

/// Walks through a nest with the ranges of the symbols in scope. A node that is met in several scopes has the
/// values of all.
class RangeAnalysis {
public:
    RangeAnalysis(const LoopNest& nest, ValueRanges& ranges) : nest_(nest), rows_(ranges.rows_) {
        rows_.resize(nest.nodes.size());
        visit(nest.body);
    }

private:
    Interval visit(NodeId id) {
        const Node& node = nest_[id];
        const Interval whole = type_interval(node.type.kind);
        const Interval unbounded = value(node);
        const bool is_operand = node.kind == NodeKind::Minimum || node.kind == NodeKind::Maximum;
        const Interval values = is_operand || contains(whole, unbounded) ? unbounded : whole;
        ValueRanges::Row& row = rows_[id];
        row = {node.type.kind, row.is_reached ? hull(row.unbounded, unbounded) : unbounded,
               row.is_reached ? hull(row.values, values) : values, true};
        return values;
    }

    /// The values of `body` while `symbol` has those of `range`.
    Interval with(const std::string& symbol, Interval range, NodeId body) {
        const auto [known, is_new] = symbols_.try_emplace(symbol, range);
        const Interval outer = std::exchange(known->second, range);
        const Interval result = visit(body);
        if (is_new)
            symbols_.erase(symbol);
        else
            symbols_[symbol] = outer;
        return result;
    }

    /// Visits what is below the node, each once.
    Interval value(const Node& node) {
        const std::vector<NodeId>& operands = node.operands;
        switch (node.kind) {
            case NodeKind::For: {
                const Interval begin = visit(operands[0]), extent = visit(operands[1]);
                return with(node.symbol, {begin.low, std::max(begin.low, (begin + extent).high - 1)},
                            operands[2]);
            }
            case NodeKind::Let:
            case NodeKind::LetStatement: return with(node.symbol, visit(operands[0]), operands[1]);
            default: break;
        }
        std::vector<Interval> of;
        for (NodeId each : operands) of.push_back(visit(each));
        const Interval whole = type_interval(node.type.kind);
        return is_float(node.type.kind) ? whole : arithmetic(node, of, whole);
    }

    Interval arithmetic(const Node& node, const std::vector<Interval>& of, Interval whole) const {
        switch (node.kind) {
            case NodeKind::Integer:
                // The upper half of u64 is stored as negative numbers.
                if (node.type.kind == ScalarKind::U64 && node.integer < 0) return whole;
                return {node.integer, node.integer};
            case NodeKind::Variable: {
                const auto known = symbols_.find(node.symbol);
                return known == symbols_.end() ? Interval::everything() : known->second;
            }
            case NodeKind::Add: return of[0] + of[1];
            case NodeKind::Subtract: return of[0] + of[1] * Interval{-1, -1};
            case NodeKind::Multiply: return of[0] * of[1];
            case NodeKind::FloorDivide:
                return of[0].low >= 0 && of[1].low > 0 ? Interval{0, of[0].high / of[1].low} : whole;
            case NodeKind::FloorRemainder: return of[1].low > 0 ? Interval{0, of[1].high - 1} : whole;
            case NodeKind::Minimum: return {std::min(of[0].low, of[1].low), std::min(of[0].high, of[1].high)};
            case NodeKind::Maximum: return {std::max(of[0].low, of[1].low), std::max(of[0].high, of[1].high)};
            case NodeKind::Select: return hull(of[1], of[2]);
            case NodeKind::Convert: return is_float(nest_[node.operands[0]].type.kind) ? whole : of[0];
            default: return whole;
        }
    }

    const LoopNest& nest_;
    std::vector<ValueRanges::Row>& rows_;
    std::map<std::string, Interval> symbols_;  // in scope
};

ValueRanges::ValueRanges(const LoopNest& nest) {
    if (nest.body != no_node) RangeAnalysis(nest, *this);
}

Interval ValueRanges::of(NodeId id) const {
    return rows_[id].is_reached ? rows_[id].values : type_interval(rows_[id].kind);
}

bool ValueRanges::is_exact(NodeId id) const {
    return contains(type_interval(rows_[id].kind), rows_[id].unbounded);
}

}  // namespace hlo2c::scheduler
