#include "scheduler/groups/shared_rows.h"

#include <algorithm>
#include <map>
#include <vector>

#include "frontend/ir/attributes.h"
#include "frontend/ir/total_table.h"
#include "scheduler/ops/op_rule.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {
namespace {

/// For each dimension of a value the dimension of the reduction's operand that walks it; -1: none.
using Walks = std::vector<int>;
using Shape = std::vector<std::int64_t>;

std::optional<Walks> walk_through_broadcast(const Op& op, const Shape& from, const Shape&,
                                            const Walks& walks) {
    const auto dimensions = op[attr::broadcast_dimensions];
    Walks inner(from.size(), -1);
    for (std::size_t d = 0; d < from.size(); d++)
        if (from[d] != 1) inner[d] = walks[static_cast<std::size_t>(dimensions[d])];
    return inner;
}

/// Only dimensions of size 1 may come or go.
std::optional<Walks> walk_through_reshape(const Op&, const Shape& from, const Shape& to, const Walks& walks) {
    Walks inner(from.size(), -1);
    std::size_t at = 0;
    for (std::size_t d = 0; d < from.size(); d++) {
        if (from[d] == 1) continue;
        while (at < to.size() && to[at] == 1) at++;
        if (at == to.size() || to[at] != from[d]) return std::nullopt;
        inner[d] = walks[at++];
    }
    return inner;
}

/// How an op walks its operand of shape `from`, given how its result of shape `to` is walked. Aligned ops
/// walk both alike.
using WalkThrough = std::optional<Walks> (*)(const Op& op, const Shape& from, const Shape& to,
                                             const Walks& walks);
constexpr auto walks_through = frontend::partial<WalkThrough>({
    {OpCode::BroadcastInDim, walk_through_broadcast},
    {OpCode::Reshape, walk_through_reshape},
});

class SharedRowSearch {
public:
    SharedRowSearch(const RegionGraph& graph, ValueId value, const std::function<bool(int)>& inlines)
        : graph_(graph), value_(value), inlines_(inlines) {}

    /// How the only access to the value walks it; nothing if there are several, or if one is not understood.
    std::optional<Walks> run(const Op& reduce) {
        for (std::size_t i = 0; i < reduce.results.size(); i++) {
            Walks walks;
            const auto& shape = graph_.function().tensor(reduce.operands[i]).shape;
            for (std::size_t d = 0; d < shape.size(); d++)
                walks.push_back(shape[d] == 1 ? -1 : static_cast<int>(d));
            if (!visit(reduce.operands[i], walks)) return std::nullopt;
        }
        return found_;
    }

private:
    const Shape& shape(ValueId value) const { return graph_.function().tensor(value).shape; }

    bool visit(ValueId value, const Walks& walks) {
        if (value == value_) {
            if (found_ && *found_ != walks) return false;
            found_ = walks;
            return true;
        }
        const int position = graph_.position(value);
        if (position < 0 || !inlines_(position)) return true;
        const auto [seen, is_new] = seen_.emplace(value, walks);
        if (!is_new) return seen->second == walks;
        const Op& op = graph_.op(position);
        return std::all_of(op.operands.begin(), op.operands.end(), [&](ValueId operand) {
            const std::optional<Walks> inner = walks_of(op, operand, walks);
            return inner ? visit(operand, *inner) : !graph_.reads(operand, value_, inlines_);
        });
    }

    /// How an op walks an operand, given how its result is walked.
    std::optional<Walks> walks_of(const Op& op, ValueId operand, const Walks& walks) const {
        const Shape &from = shape(operand), &to = shape(op.results[0]);
        if (rule_of(op).is_aligned()) return from == to ? std::optional(walks) : std::nullopt;
        const WalkThrough through = behaviour(walks_through, op.code);
        return through != nullptr ? through(op, from, to, walks) : std::nullopt;
    }

    const RegionGraph& graph_;
    const ValueId value_;
    const std::function<bool(int)>& inlines_;
    std::map<ValueId, Walks> seen_;
    std::optional<Walks> found_;
};

}  // namespace

std::optional<SharedRow> shared_row(const RegionGraph& graph, const Op& reduce, ValueId value,
                                    const std::function<bool(int)>& inlines) {
    const std::optional<Walks> walks = SharedRowSearch(graph, value, inlines).run(reduce);
    if (!walks) return std::nullopt;
    const auto& shape = graph.function().tensor(reduce.operands[0]).shape;
    const auto reduced = reduce[attr::dimensions];
    SharedRow row{.value = value, .elements = 1};
    int results = 0, innermost = -1;
    bool trailing = false;
    for (std::size_t d = 0; d < shape.size(); d++) {
        const int dimension = static_cast<int>(d);
        const auto walked = std::find(walks->begin(), walks->end(), dimension);
        if (std::count(reduced.begin(), reduced.end(), dimension)) {
            if (shape[d] == 1) continue;
            innermost = walked == walks->end() ? -1 : static_cast<int>(walked - walks->begin());
            if (innermost >= 0) row.elements *= shape[d];
            continue;
        }
        results++;
        if (shape[d] == 1) continue;
        if (walked == walks->end())
            trailing = true;
        else if (trailing)
            return std::nullopt;
        else
            row.result_dimensions = results;
    }
    row.lane_dimension = innermost;
    if (!trailing || row.result_dimensions == 0 || innermost < 0) return std::nullopt;
    return row;
}

}  // namespace hlo2c::scheduler
