#include "scheduler/groups/partition.h"

#include <set>

#include "frontend/ir/enum_table.h"
#include "scheduler/groups/epilogue.h"
#include "scheduler/groups/rows.h"
#include "scheduler/groups/sort_key.h"
#include "scheduler/groups/sorted_rows.h"
#include "scheduler/ops/op_rule.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {
namespace {

class Partitioner {
public:
    Partitioner(const RegionGraph& graph, bool winograd) : graph_(graph), winograd_(winograd) {
        result_.owner.assign(static_cast<std::size_t>(graph.op_count()), -1);
    }

    Partition run() {
        for (int position = 0; position < graph_.op_count(); position++)
            if (is_anchor(position)) add(position);
        return std::move(result_);
    }

private:
    bool is_anchor(int position) const {
        const Op& op = graph_.op(position);
        const OpRule& rule = rule_of(op);
        return result_.is_free(position) && rule.role != Role::Terminator && !rule.is_inlinable() &&
               !(op.code == OpCode::Pad && reader_stages(op));
    }

    void add(int position) {
        const Op& op = graph_.op(position);
        const GroupKind kind = anchor_kind(graph_, op);
        const std::optional<StagedPadding> staged = padding_to_stage(op);
        const std::set<int> members = proposed(kind, position, staged);
        Group group{.kind = kind,
                    .stages = stages_of(graph_, kind, position, {members.begin(), members.end()}),
                    .staged = staged};
        const std::set<ValueId> leaving = leaving_values(graph_, members);
        if (leaving.empty() || (members.size() == 1 && !selects(op)))
            group.roots = op.results;
        else
            group.roots.assign(leaving.begin(), leaving.end());
        const int number = static_cast<int>(result_.groups.size());
        for (const int member : members) result_.owner[static_cast<std::size_t>(member)] = number;
        written_.insert(group.roots.begin(), group.roots.end());
        result_.groups.push_back(std::move(group));
    }

    /// Only sorts by a key can leave out results and elements that nothing reads.
    bool selects(const Op& op) const { return op.code == OpCode::Sort && sort_key(graph_.function(), op); }

    std::set<int> proposed(GroupKind kind, int position, const std::optional<StagedPadding>& staged) const {
        const Op& op = graph_.op(position);
        const IsFree is_free = [&](int at) { return result_.is_free(at); };
        std::set<int> members = {position};
        if (staged) members.insert(graph_.position(staged->pad->results[0]));
        switch (kind) {
            case GroupKind::Row: return rows_around(graph_, is_free, position);
            case GroupKind::Reduction:
            case GroupKind::Contraction:
            case GroupKind::Window:
                if (op.results.size() > 1) return members;
                return with_epilogue(graph_, is_free, kind, position, std::move(members));
            case GroupKind::Sort:
                if (selects(op))
                    for (const int slice : slices_of_first(graph_, op)) members.insert(slice);
                return members;
            default: return members;
        }
    }

    /// The padding that the kernel of `op` stages. The value inside it is in memory, however later groups
    /// grow.
    std::optional<StagedPadding> padding_to_stage(const Op& op) const {
        if (winograd_ && suits_winograd(graph_, op)) return std::nullopt;
        std::optional<StagedPadding> staged = staged_padding(graph_, written_, op);
        if (!staged || !result_.is_free(graph_.position(staged->pad->results[0]))) return std::nullopt;
        const ValueId base = staged->source.base;
        if (graph_.definition(base) && !written_.count(base)) return std::nullopt;
        return staged;
    }

    bool reader_stages(const Op& pad) const {
        const std::vector<int>& readers = graph_.readers(pad.results[0]);
        return readers.size() == 1 && graph_.op(readers[0]).operands[0] == pad.results[0] &&
               padding_to_stage(graph_.op(readers[0]));
    }

    const RegionGraph& graph_;
    const bool winograd_;
    std::set<ValueId> written_;  // by the groups so far
    Partition result_;
};

}  // namespace

GroupKind anchor_kind(const RegionGraph& graph, const Op& op) {
    const OpRule& rule = rule_of(op);
    if (rule.role == Role::Anchor) return rule.group(graph.function(), op);
    return rule.is_inlinable() ? GroupKind::Map : GroupKind::Control;
}

Partition partition_of(const RegionGraph& graph, bool winograd) {
    return Partitioner(graph, winograd).run();
}

}  // namespace hlo2c::scheduler
