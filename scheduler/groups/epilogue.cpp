#include "scheduler/groups/epilogue.h"

#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/ir/op_set.h"
#include "scheduler/groups/grouping.h"
#include "scheduler/groups/partition.h"
#include "scheduler/groups/staged_padding.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {
namespace {

/// Ops that place the results of a contraction in larger memory.
constexpr frontend::OpSet ends_of_groups = {OpCode::Pad, OpCode::DynamicUpdateSlice};

/// True for a pad that only adds edges of a constant: the kernel that computes the operand can write it
/// directly between the edges.
bool is_halo(const RegionGraph& graph, const Op& op) {
    const Op* padding = graph.definition(op.operands[1]);
    if (op.code != OpCode::Pad || !padding || !is_splat_constant(*padding)) return false;
    const auto is_negative = [](std::int64_t n) { return n < 0; };
    const auto is_positive = [](std::int64_t n) { return n > 0; };
    const auto low = op[attr::edge_padding_low], high = op[attr::edge_padding_high],
               interior = op[attr::interior_padding];
    return std::none_of(low.begin(), low.end(), is_negative) &&
           std::none_of(high.begin(), high.end(), is_negative) &&
           std::none_of(interior.begin(), interior.end(), is_positive) &&
           (std::any_of(low.begin(), low.end(), is_positive) ||
            std::any_of(high.begin(), high.end(), is_positive));
}

class Epilogue {
public:
    Epilogue(const RegionGraph& graph, const IsFree& is_free, GroupKind kind, int anchor)
        : graph_(graph),
          is_free_(is_free),
          anchor_(anchor),
          is_contraction_(kind == GroupKind::Contraction),
          elements_(graph.function().tensor(graph.op(anchor).results[0]).element_count()) {}

    bool absorb(int position, bool alone, std::set<int>& members) const {
        if (!is_free_(position) || ends_of_groups.contains(graph_.op(*members.rbegin()).code)) return false;
        if (!fits(graph_.op(position), alone, members) || waits_for_terms(position, members)) return false;
        members.insert(position);
        return true;
    }

private:
    bool fits(const Op& op, bool alone, const std::set<int>& members) const {
        const bool is_last = is_contraction_ && alone;  // of the values that leave the group so far
        if (op.code == OpCode::DynamicUpdateSlice) return is_last && updates_by(op, members);
        if (op.code == OpCode::Transpose && is_last) return true;
        if (op.code == OpCode::Pad)
            return is_last && op.operands[0] != op.operands[1] && is_halo(graph_, op) && !is_peeled(op);
        return rule_of(op).is_aligned() &&
               graph_.function().tensor(op.results[0]).element_count() == elements_;
    }

    /// True if the group would sum, with one more op, more than one term that later contractions compute.
    /// These wait in memory for the group: in a long sum, each contraction should add its own term.
    bool waits_for_terms(int position, const std::set<int>& members) const {
        int terms = later_terms(position, members);
        for (const int member : members) terms += later_terms(member, members);
        return terms > 1;
    }

    int later_terms(int position, const std::set<int>& members) const {
        const Op& op = graph_.op(position);
        if (op.code != OpCode::Add) return 0;
        return static_cast<int>(std::count_if(op.operands.begin(), op.operands.end(), [&](ValueId operand) {
            return !members.count(graph_.position(operand)) && is_later_term(operand);
        }));
    }

    /// True for the result of a contraction behind the anchor, perhaps with a bias.
    bool is_later_term(ValueId value) const {
        for (int at = graph_.position(value); at > anchor_; at = graph_.position(value)) {
            const Op& op = graph_.op(at);
            if (rule_of(op).role == Role::Anchor) return anchor_kind(graph_, op) == GroupKind::Contraction;
            const bool has_bias = op.code == OpCode::Add && graph_.readers(value).size() == 1;
            if (!has_bias && op.code != OpCode::Reshape) return false;
            value = op.operands[0];
        }
        return false;
    }

    bool is_peeled(const Op& pad) const {
        const std::vector<int>& readers = graph_.readers(pad.results[0]);
        return readers.size() == 1 && peels_padding(graph_, graph_.op(readers[0]));
    }

    /// True if a dynamic_update_slice writes what the members compute, and the group reads the updated value
    /// for nothing else. A loop's state is updated where it is.
    bool updates_by(const Op& op, const std::set<int>& members) const {
        const auto is_member = [&](ValueId value) { return members.count(graph_.position(value)) > 0; };
        if (!is_member(op.operands[1])) return false;
        for (std::size_t i = 0; i < op.operands.size(); i++)
            if (i != 1 && is_member(op.operands[i])) return false;
        return !graph_.reads(op.operands[1], op.operands[0],
                             [&](int at) { return is_inlined(at) || members.count(at) > 0; });
    }

    bool is_inlined(int position) const {
        return is_free_(position) && rule_of(graph_.op(position)).role == Role::Inlined;
    }

    const RegionGraph& graph_;
    const IsFree& is_free_;
    const int anchor_;
    const bool is_contraction_;
    const std::int64_t elements_;  // of the anchor's result
};

}  // namespace

std::set<int> with_epilogue(const RegionGraph& graph, const IsFree& is_free, GroupKind kind, int anchor,
                            std::set<int> members) {
    const Epilogue epilogue(graph, is_free, kind, anchor);
    return grown(graph, std::move(members), [&](int position, bool alone, std::set<int>& found) {
        return epilogue.absorb(position, alone, found);
    });
}

}  // namespace hlo2c::scheduler
