#include "scheduler/groups/rows.h"

#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/ir/total_table.h"
#include "scheduler/ops/op_rule.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {
namespace {

/// True for a reshape that only adds or drops dimensions of size 1.
bool reshape_keeps_order(const Op&, const TensorType& from, const TensorType& to, std::int64_t) {
    const auto dropped = [](std::vector<std::int64_t> shape) {
        std::erase(shape, 1);
        return shape;
    };
    return dropped(from.shape) == dropped(to.shape);
}

bool broadcast_keeps_order(const Op& op, const TensorType& from, const TensorType& to, std::int64_t rows) {
    const auto dimensions = op[attr::broadcast_dimensions];
    if (!std::is_sorted(dimensions.begin(), dimensions.end())) return false;
    if (from.element_count() == 1 || from.element_count() == to.element_count()) return true;
    std::int64_t leading = 1;
    std::size_t row_dimensions = 0;
    while (leading < rows && row_dimensions < to.shape.size()) leading *= to.shape[row_dimensions++];
    if (leading != rows) return false;
    std::int64_t covered = 1;
    for (std::size_t i = 0; i < from.shape.size(); i++) {
        if (from.shape[i] != 1 && dimensions[i] >= static_cast<std::int64_t>(row_dimensions)) return false;
        covered *= from.shape[i];
    }
    return covered == rows;
}

/// Whether data movement keeps the order of elements in `rows` rows, or repeats one value along each.
using KeepsOrder = bool (*)(const Op& op, const TensorType& from, const TensorType& to, std::int64_t rows);
constexpr auto order_keepers = frontend::partial<KeepsOrder>({
    {OpCode::BroadcastInDim, broadcast_keeps_order},
    {OpCode::Reshape, reshape_keeps_order},
});

class Rows {
public:
    Rows(const RegionGraph& graph, const IsFree& is_free, int reduction)
        : graph_(graph), is_free_(is_free), anchor_(graph.op(reduction)) {}

    /// Adds an op, and the reductions of the same rows that it needs.
    bool absorb(int position, std::set<int>& members) const {
        const Op& op = graph_.op(position);
        if (!is_free_(position) || !fits(op)) return false;
        members.insert(position);
        for (ValueId operand : op.operands) {
            const int source = graph_.position(operand);
            if (source < 0 || members.count(source) || !is_free_(source)) continue;
            if (depends_on_row(source, 0)) absorb_backward(source, members);
        }
        return true;
    }

private:
    const TensorType& tensor(ValueId value) const { return graph_.function().tensor(value); }
    const std::vector<std::int64_t>& shape(ValueId value) const { return tensor(value).shape; }

    /// True if the op is a reduction like the anchor, or a map over its rows that depends on one.
    bool depends_on_row(int position, int depth) const {
        if (depth > 8 || !is_free_(position)) return false;
        const Op& op = graph_.op(position);
        if (same_reduction(op)) return true;
        if (!fits(op)) return false;
        return std::any_of(op.operands.begin(), op.operands.end(), [&](ValueId operand) {
            const int source = graph_.position(operand);
            return source >= 0 && depends_on_row(source, depth + 1);
        });
    }

    void absorb_backward(int position, std::set<int>& members) const {
        if (!members.insert(position).second) return;
        const Op& op = graph_.op(position);
        if (op.code == OpCode::Reduce) return;
        for (ValueId operand : op.operands) {
            const int source = graph_.position(operand);
            if (source >= 0 && !members.count(source) && depends_on_row(source, 0))
                absorb_backward(source, members);
        }
    }

    bool same_reduction(const Op& op) const {
        return op.code == OpCode::Reduce && op.results.size() == 1 &&
               shape(op.operands[0]) == shape(anchor_.operands[0]) &&
               op[attr::dimensions] == anchor_[attr::dimensions];
    }

    bool fits(const Op& op) const {
        if (same_reduction(op)) return true;
        if (rule_of(op).role != Role::Inlined) return false;
        const std::int64_t count = tensor(op.results[0]).element_count();
        const std::int64_t full = tensor(anchor_.operands[0]).element_count();
        const std::int64_t rows = tensor(anchor_.results[0]).element_count();
        return (count == full || count == rows) && keeps_order(op, rows);
    }

    /// True for elementwise ops, and for data movement that keeps the row-major order of elements or repeats
    /// one value per row along its row.
    bool keeps_order(const Op& op, std::int64_t rows) const {
        if (rule_of(op).is_aligned()) return true;
        const KeepsOrder keeps = behaviour(order_keepers, op.code);
        return keeps != nullptr && keeps(op, tensor(op.operands[0]), tensor(op.results[0]), rows);
    }

    const RegionGraph& graph_;
    const IsFree& is_free_;
    const Op& anchor_;
};

}  // namespace

std::set<int> rows_around(const RegionGraph& graph, const IsFree& is_free, int reduction) {
    const Rows rows(graph, is_free, reduction);
    return grown(graph, {reduction},
                 [&](int position, bool, std::set<int>& members) { return rows.absorb(position, members); });
}

}  // namespace hlo2c::scheduler
