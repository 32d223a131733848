#include "scheduler/groups/updated_window.h"

#include <algorithm>
#include <set>

#include "frontend/ir/attributes.h"
#include "scheduler/ops/op_rule.h"

namespace hlo2c::scheduler {
namespace {

using frontend::Literal;
using frontend::Op;
using frontend::OpCode;
using frontend::ValueId;

/// Follows a dynamic_update_slice's update, element by element, to the updated value.
class ReadsOfWindow {
public:
    ReadsOfWindow(const RegionGraph& graph, const Op& update, const std::function<bool(int)>& inlines)
        : graph_(graph), update_(update), inlines_(inlines) {}

    /// True if an element of `value` reads at most the element of the updated value that it replaces.
    bool visit(ValueId value) {
        if (!graph_.reads(value, update_.operands[0], inlines_) || !seen_.insert(value).second) return true;
        const int position = graph_.position(value);
        if (position < 0 || !inlines_(position)) return false;
        const Op& op = graph_.op(position);
        if (is_window(op)) return true;
        return rule_of(op).is_aligned() && std::all_of(op.operands.begin(), op.operands.end(),
                                                       [&](ValueId operand) { return visit(operand); });
    }

private:
    /// True for the slice of the updated value that the update replaces.
    bool is_window(const Op& op) const {
        if (op.operands.empty() || op.operands[0] != update_.operands[0] || !has_size_of_update(op))
            return false;
        if (op.code == OpCode::DynamicSlice) return begins_at_same_values(op);
        return op.code == OpCode::Slice && begins_at_known_start(op);
    }

    bool has_size_of_update(const Op& op) const {
        const frontend::Function& function = graph_.function();
        return function.tensor(op.results[0]).shape == function.tensor(update_.operands[1]).shape;
    }

    bool begins_at_same_values(const Op& slice) const {
        return std::equal(slice.operands.begin() + 1, slice.operands.end(), update_.operands.begin() + 2,
                          update_.operands.end());
    }

    bool begins_at_known_start(const Op& slice) const {
        const auto strides = slice[attr::strides], first = slice[attr::start_indices];
        for (std::size_t d = 0; d < first.size(); d++) {
            const Literal* start = graph_.constant(update_.operands[d + 2]);
            if (strides[d] != 1 || start == nullptr || start->integer(0) != first[d]) return false;
        }
        return true;
    }

    const RegionGraph& graph_;
    const Op& update_;
    const std::function<bool(int)>& inlines_;
    std::set<ValueId> seen_;
};

}  // namespace

bool reads_where_it_stores(const RegionGraph& graph, const Op& update,
                           const std::function<bool(int)>& inlines) {
    return ReadsOfWindow(graph, update, inlines).visit(update.operands[1]);
}

}  // namespace hlo2c::scheduler
