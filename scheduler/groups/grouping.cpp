#include "scheduler/groups/grouping.h"

#include <algorithm>

#include "frontend/diagnostic.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/op_set.h"
#include "frontend/ir/total_table.h"
#include "scheduler/groups/affine_view.h"
#include "scheduler/groups/joint_maps.h"
#include "scheduler/groups/prologue.h"
#include "scheduler/groups/short_runs.h"
#include "scheduler/groups/sort_key.h"
#include "scheduler/groups/sorted_rows.h"
#include "scheduler/groups/updated_window.h"
#include "scheduler/ops/op_rule.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {
namespace {

/// Ops that the reader of their result costs least, if it reads each element once.
constexpr frontend::OpSet read_through = {OpCode::Convert, OpCode::Slice};

/// Ops that may read an element of their first operand several times.
constexpr frontend::OpSet repeating = {OpCode::BroadcastInDim, OpCode::Gather};

/// Ops that place the results of a contraction in larger memory.
constexpr frontend::OpSet ends_of_groups = {OpCode::Pad, OpCode::DynamicUpdateSlice};

/// Up to this cost, it is cheaper to evaluate an expression again in a second reader than to store and load
/// it.
constexpr int cheap_cost = 4;
/// From this cost on, an expression is evaluated only once per element.
constexpr int heavy_cost = 8;
/// Several reductions evaluate an expression of up to this cost again, if it has this many times the elements
/// of what it reads: the pairs of few values.
constexpr int paired_cost = 32, paired_share = 16;
/// Limit on the cost of an inlined expression, which bounds compile time.
constexpr int largest_cost = 160;
constexpr std::size_t most_members = 96;
/// Limit on the bytes of a row that a reduction computes for several results.
constexpr std::int64_t largest_shared_row = 1 << 14;

GroupKind anchor_kind(const RegionGraph& graph, const Op& op) {
    const OpRule& rule = rule_of(op);
    if (rule.role == Role::Anchor) return rule.group(graph.function(), op);
    return rule.is_inlinable() ? GroupKind::Map : GroupKind::Control;
}

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

class Grouper {
public:
    Grouper(const RegionGraph& graph, bool winograd)
        : graph_(graph), winograd_(winograd), owner_(graph.op_count(), -1) {}

    Grouping run() {
        for (int position = 0; position < graph_.op_count(); position++) grow(position);
        force_materialised();
        joint_ = joint_maps(
            graph_, [&](int position) { return is_open(position); }, result_.materialised);
        for (int position = graph_.op_count() - 1; position >= 0; position--) settle(position);
        finish();
        return std::move(result_);
    }

private:
    const TensorType& tensor(ValueId value) const { return graph_.function().tensor(value); }
    const std::vector<std::int64_t>& shape(ValueId value) const { return tensor(value).shape; }
    static bool is_terminator(const Op& op) { return rule_of(op).role == Role::Terminator; }

    // Growing: an anchor absorbs the ops after it as long as only one value leaves the group.

    void grow(int position) {
        const Op& op = graph_.op(position);
        if (owner_[position] >= 0 || is_terminator(op) || rule_of(op).is_inlinable()) return;
        if (op.code == OpCode::Pad && reader_stages(op)) return;
        const GroupKind kind = anchor_kind(graph_, op);
        std::set<int> members = {position};
        const std::optional<StagedPadding> staged = padding_to_stage(op);
        if (staged) members.insert(graph_.position(staged->pad->results[0]));
        if (op.results.size() == 1 && (kind == GroupKind::Row || kind == GroupKind::Reduction ||
                                       kind == GroupKind::Contraction || kind == GroupKind::Window))
            members = closure(kind, position, std::move(members));
        // Only sorts by a key can leave out elements that nothing reads.
        const bool selects = kind == GroupKind::Sort && sort_key(graph_.function(), op);
        if (selects)
            for (const int slice : slices_of_first(graph_, op)) members.insert(slice);
        Group group{.kind = kind,
                    .stages = stages_of(graph_, kind, position, {members.begin(), members.end()})};
        const std::set<ValueId> leaving = frontier(members);
        if (leaving.empty() || (members.size() == 1 && !selects))
            group.roots = op.results;
        else
            group.roots.assign(leaving.begin(), leaving.end());
        group.staged = staged;
        const int number = static_cast<int>(result_.groups.size());
        for (int member : members) owner_[member] = number;
        written_.insert(group.roots.begin(), group.roots.end());
        result_.groups.push_back(std::move(group));
    }

    /// The padding that the kernel of `op` stages. The value inside it is in memory, however later groups
    /// grow.
    std::optional<StagedPadding> padding_to_stage(const Op& op) const {
        if (winograd_ && suits_winograd(graph_, op)) return std::nullopt;
        std::optional<StagedPadding> staged = staged_padding(graph_, written_, op);
        if (!staged || owner_[graph_.position(staged->pad->results[0])] >= 0) return std::nullopt;
        const ValueId base = staged->source.base;
        if (graph_.definition(base) && !written_.count(base)) return std::nullopt;
        return staged;
    }

    bool reader_stages(const Op& pad) const {
        const std::vector<int>& readers = graph_.readers(pad.results[0]);
        return readers.size() == 1 && graph_.op(readers[0]).operands[0] == pad.results[0] &&
               padding_to_stage(graph_.op(readers[0]));
    }

    bool is_peeled(const Op& pad) const {
        const std::vector<int>& readers = graph_.readers(pad.results[0]);
        return readers.size() == 1 && peels_padding(graph_, graph_.op(readers[0]));
    }

    std::set<ValueId> frontier(const std::set<int>& members) const {
        std::set<ValueId> leaving;
        for (int member : members)
            for (ValueId value : graph_.op(member).results)
                for (int reader : graph_.readers(value))
                    if (!members.count(reader)) leaving.insert(value);
        return leaving;
    }

    std::set<int> closure(GroupKind kind, int anchor, std::set<int> members) const {
        std::set<int> best = members;
        while (members.size() < most_members) {
            const std::set<ValueId> leaving = frontier(members);
            int next = -1;
            for (ValueId value : leaving)
                for (int reader : graph_.readers(value))
                    if (!members.count(reader) && (next < 0 || reader < next)) next = reader;
            if (next < 0) break;
            std::set<int> extended = members;
            if (!absorb(kind, anchor, next, leaving.size() == 1, extended)) break;
            members = std::move(extended);
            const std::set<ValueId> after = frontier(members);
            if (after.size() == 1 && tensor(*after.begin()).element_count() > 0) best = members;
        }
        return best;
    }

    /// Adds the op at `position`, and the reductions of the same rows that it needs, to `members`. False if
    /// the op does not fit.
    bool absorb(GroupKind kind, int anchor, int position, bool alone, std::set<int>& members) const {
        if (members.count(position)) return true;
        if (owner_[position] >= 0 || ends_of_groups.contains(graph_.op(*members.rbegin()).code)) return false;
        const Op& op = graph_.op(position);
        if (op.code == OpCode::DynamicUpdateSlice) {
            if (kind != GroupKind::Contraction || !alone || !updates_by(op, members)) return false;
        } else if (!fits(kind, anchor, op, alone)) {
            return false;
        }
        members.insert(position);
        if (kind != GroupKind::Row) return true;
        for (ValueId operand : op.operands) {
            const int source = graph_.position(operand);
            if (source < 0 || members.count(source) || owner_[source] >= 0) continue;
            if (depends_on_row(anchor, source, 0)) absorb_backward(anchor, source, members);
        }
        return true;
    }

    /// True if a dynamic_update_slice writes what the members compute, and the group reads the updated value
    /// for nothing else. A loop's state is updated where it is.
    bool updates_by(const Op& op, const std::set<int>& members) const {
        const auto is_member = [&](ValueId value) { return members.count(graph_.position(value)) > 0; };
        if (!is_member(op.operands[1])) return false;
        for (std::size_t i = 0; i < op.operands.size(); i++)
            if (i != 1 && is_member(op.operands[i])) return false;
        return !graph_.reads(op.operands[1], op.operands[0],
                             [&](int at) { return is_open(at) || members.count(at) > 0; });
    }

    /// True if the op is a reduction like the anchor, or a map over its rows that depends on one.
    bool depends_on_row(int anchor, int position, int depth) const {
        if (depth > 8 || owner_[position] >= 0) return false;
        const Op& op = graph_.op(position);
        if (same_reduction(anchor, op)) return true;
        if (!fits(GroupKind::Row, anchor, op, false)) return false;
        return std::any_of(op.operands.begin(), op.operands.end(), [&](ValueId operand) {
            const int source = graph_.position(operand);
            return source >= 0 && depends_on_row(anchor, source, depth + 1);
        });
    }

    void absorb_backward(int anchor, int position, std::set<int>& members) const {
        if (!members.insert(position).second) return;
        const Op& op = graph_.op(position);
        if (op.code == OpCode::Reduce) return;
        for (ValueId operand : op.operands) {
            const int source = graph_.position(operand);
            if (source >= 0 && !members.count(source) && depends_on_row(anchor, source, 0))
                absorb_backward(anchor, source, members);
        }
    }

    bool same_reduction(int anchor, const Op& op) const {
        const Op& first = graph_.op(anchor);
        return op.code == OpCode::Reduce && op.results.size() == 1 &&
               shape(op.operands[0]) == shape(first.operands[0]) &&
               op[attr::dimensions] == first[attr::dimensions];
    }

    bool fits(GroupKind kind, int anchor, const Op& op, bool alone) const {
        const Op& first = graph_.op(anchor);
        if (kind == GroupKind::Row) {
            if (same_reduction(anchor, op)) return true;
            if (rule_of(op).role != Role::Inlined) return false;
            const std::int64_t count = tensor(op.results[0]).element_count();
            const std::int64_t full = tensor(first.operands[0]).element_count();
            const std::int64_t rows = tensor(first.results[0]).element_count();
            if (count != full && count != rows) return false;
            return keeps_order(op, rows);
        }
        if (kind == GroupKind::Contraction && alone && op.code == OpCode::Transpose) return true;
        if (op.code == OpCode::Pad)
            return kind == GroupKind::Contraction && alone && op.operands[0] != op.operands[1] &&
                   is_halo(graph_, op) && !is_peeled(op);
        return rule_of(op).is_aligned() &&
               tensor(op.results[0]).element_count() == tensor(first.results[0]).element_count();
    }

    /// True for elementwise ops, and for data movement that keeps the row-major order of elements or repeats
    /// one value per row along its row.
    bool keeps_order(const Op& op, std::int64_t rows) const {
        if (rule_of(op).is_aligned()) return true;
        const KeepsOrder keeps = behaviour(order_keepers, op.code);
        return keeps != nullptr && keeps(op, tensor(op.operands[0]), tensor(op.results[0]), rows);
    }

    // Settling: decides which of the remaining map ops live in memory.

    void materialise(ValueId value) {
        const int position = graph_.position(value);
        if (position < 0 || result_.materialised.count(value)) return;
        const Op& op = graph_.op(position);
        if (op.code == OpCode::Reshape && owner_[position] < 0) {
            result_.aliases[value] = op.operands[0];
            result_.materialised.insert(value);
            materialise(op.operands[0]);
            return;
        }
        result_.materialised.insert(value);
    }

    void force_materialised() {
        for (const Group& group : result_.groups)
            for (ValueId root : group.roots) {
                roots_.insert(root);
                materialise(root);
            }
        for (int position = 0; position < graph_.op_count(); position++) {
            const Op& op = graph_.op(position);
            switch (anchor_kind(graph_, op)) {
                case GroupKind::Contraction:
                    for (const bool is_rhs : {false, true}) {
                        const AffineView view = affine_view(graph_, roots_, op.operands[is_rhs]);
                        if (!is_staged(view.base) && !computes(position, is_rhs)) materialise(view.base);
                    }
                    break;
                case GroupKind::Scatter:
                    for (std::size_t i = 0; i < op.operands.size(); i++)
                        if (!reads_through(op, i)) materialise(op.operands[i]);
                    break;
                case GroupKind::Sort:
                    for (std::size_t i = 0; i < op.operands.size(); i++)
                        if (!counts_positions(graph_, op, i)) materialise(op.operands[i]);
                    break;
                case GroupKind::Update:
                    materialise(op.operands[0]);
                    // Computing the window first saves a copy of the updated tensor.
                    if (!reads_where_it_stores(graph_, op, [&](int at) { return is_open(at); }))
                        materialise(op.operands[1]);
                    break;
                case GroupKind::Window:
                    if (const Op* made = graph_.definition(op.operands[0]); made && rule_of(*made).cost > 0)
                        materialise(op.operands[0]);
                    break;
                case GroupKind::Control:
                    for (ValueId operand : op.operands) materialise(operand);
                    for (const Region& inner : op.regions)
                        frontend::for_each_op(inner, [&](const Op& nested) {
                            for (ValueId operand : nested.operands)
                                if (!splat(operand)) materialise(operand);
                        });
                    break;
                default: break;
            }
        }
    }

    /// True if a scatter reads an update, which it does once, through the op that makes it: a slice or a
    /// conversion. The tensor that it updates must not be read there.
    bool reads_through(const Op& op, std::size_t operand) const {
        const Op* made = graph_.definition(op.operands[operand]);
        if (op.code != OpCode::Scatter || operand <= op.results.size() || made == nullptr) return false;
        if (!read_through.contains(made->code)) return false;
        return !graph_.reads(op.operands[operand], op.operands[0], [&](int at) { return is_open(at); });
    }

    /// True for a pad that the group of the convolution that reads it stages.
    bool is_staged(ValueId value) const {
        const int position = graph_.position(value);
        return position >= 0 && graph_.op(position).code == OpCode::Pad && !roots_.count(value);
    }

    /// True if the group of the contraction at `position` computes an operand as it reads it. Its loops must
    /// be in the order of the contraction's own result.
    bool computes(int position, bool is_rhs) const {
        const Group& group = result_.groups[static_cast<std::size_t>(owner_[position])];
        const std::vector<int>& epilogue = group.stages.front().epilogue;
        const auto transposes = [&](int member) { return graph_.op(member).code == OpCode::Transpose; };
        return std::none_of(epilogue.begin(), epilogue.end(), transposes) &&
               may_have_prologue(graph_, roots_, graph_.op(position), is_rhs);
    }

    bool splat(ValueId value) const {
        const Op* op = graph_.definition(value);
        return op && is_splat_constant(*op);
    }

    bool is_open(int position) const {
        const Op& op = graph_.op(position);
        return owner_[position] < 0 && rule_of(op).role == Role::Inlined;
    }

    void settle(int position) {
        const Op& op = graph_.op(position);
        if (op.code == OpCode::Constant && !is_splat_constant(op)) result_.materialised.insert(op.results[0]);
        if (!is_open(position)) return;
        const ValueId value = op.results[0];
        std::size_t evaluations = 0, gathers = 0;  // a gather loads one element at a time
        std::set<int>& groups = reader_groups_[value];
        for (int reader : graph_.readers(value)) {
            const Op& by = graph_.op(reader);
            if (is_open(reader)) {
                if (result_.materialised.count(by.results[0]))
                    groups.insert(-1 - kernel_of(reader));
                else
                    groups.insert(reader_groups_[by.results[0]].begin(), reader_groups_[by.results[0]].end());
                if (repeating.contains(by.code) && by.operands[0] == value &&
                    tensor(by.results[0]).element_count() > tensor(value).element_count())
                    (by.code == OpCode::Gather ? gathers : evaluations) += 2;
            } else {
                groups.insert(owner_[reader]);
                evaluations++;
            }
        }
        if (result_.materialised.count(value)) return;
        if (feeds_vectors(value) && comes_in_short_runs(graph_, value)) return materialise(value);
        const int cost = inlined_cost(value);
        if (groups.size() == 1 && evaluations > 1 && cost >= heavy_cost && share(*groups.begin(), value))
            return;
        if (is_paired(value, groups) && evaluations + gathers <= groups.size()) return;
        if (gathers > 0 && (cost >= cheap_cost || source_elements(value) > tensor(value).element_count()))
            return materialise(value);
        if ((groups.size() > 1 && cost > cheap_cost) || (evaluations > 1 && cost >= heavy_cost) ||
            (is_moved_into_joint(value) && cost > cheap_cost) || cost > largest_cost)
            materialise(value);
    }

    /// True if a function that takes long reads the value: more of its lanes are worth a pass over memory.
    bool feeds_vectors(ValueId value) const {
        const auto takes_long = [&](int reader) {
            return is_open(reader) && rule_of(graph_.op(reader)).cost >= heavy_cost;
        };
        return std::any_of(graph_.readers(value).begin(), graph_.readers(value).end(), takes_long);
    }

    /// True if a kernel of several maps reads the value at more than one index.
    bool is_moved_into_joint(ValueId value) {
        const std::vector<int>& readers = graph_.readers(value);
        const auto moves = [&](int reader) {
            return is_open(reader) && rule_of(graph_.op(reader)).movement != Movement::None &&
                   graph_.op(reader).code != OpCode::BroadcastInDim;
        };
        const auto is_joint = [&](int group) { return group < 0 && joint_.count(-1 - group) > 0; };
        const std::set<int>& groups = reader_groups_[value];
        return readers.size() > 1 && std::any_of(readers.begin(), readers.end(), moves) &&
               std::any_of(groups.begin(), groups.end(), is_joint);
    }

    /// True if reductions alone read a value that is much larger than what it is computed from.
    bool is_paired(ValueId value, const std::set<int>& groups) {
        const auto reduces = [&](int number) {
            if (number < 0) return false;
            const GroupKind kind = result_.groups[static_cast<std::size_t>(number)].kind;
            return kind == GroupKind::Reduction || kind == GroupKind::Row;
        };
        return inlined_cost(value) <= paired_cost && std::all_of(groups.begin(), groups.end(), reduces) &&
               tensor(value).element_count() >= paired_share * source_elements(value);
    }

    /// Elements of the materialised values that an inlined value is computed from.
    std::int64_t source_elements(ValueId value) const {
        std::set<ValueId> seen;
        std::vector<ValueId> open = {value};
        std::int64_t elements = 0;
        while (!open.empty()) {
            const ValueId next = open.back();
            open.pop_back();
            if (!seen.insert(next).second) continue;
            const int position = graph_.position(next);
            if (position < 0 || owner_[position] >= 0 || result_.materialised.count(next)) {
                elements += tensor(next).element_count();
                continue;
            }
            const Op& op = graph_.op(position);
            open.insert(open.end(), op.operands.begin(), op.operands.end());
        }
        return elements;
    }

    /// Lets the reduction that is the only reader of a value compute it once for several results.
    bool share(int number, ValueId value) {
        if (number < 0) return false;
        Group& group = result_.groups[static_cast<std::size_t>(number)];
        const std::vector<int>& readers = graph_.readers(value);
        if (group.kind != GroupKind::Reduction ||
            !std::all_of(readers.begin(), readers.end(), [&](int reader) { return is_open(reader); }))
            return false;
        const auto inlines = [&](int position) {
            return is_open(position) && !result_.materialised.count(graph_.op(position).results[0]);
        };
        const std::optional<SharedRow> row = shared_row(graph_, graph_.op(group.anchor()), value, inlines);
        const int bits = frontend::bit_width(tensor(value).element);
        if (!row || row->elements * bits > 8 * largest_shared_row) return false;
        group.shared.insert(group.shared.begin(), *row);
        return true;
    }

    /// Cost of evaluating one element of an inlined value from materialised values; more than the largest
    /// cost is not counted further.
    int inlined_cost(ValueId value) {
        const auto known = costs_.find(value);
        if (known != costs_.end()) return known->second;
        return costs_[value] = InlinedCost(*this).of(value);
    }

    bool is_inlined(int position) const {
        return position >= 0 && owner_[position] < 0 &&
               !result_.materialised.count(graph_.op(position).results[0]);
    }

    /// Counts an op once for each index at which it is evaluated, however many ops read it there. Data
    /// movement changes the index.
    class InlinedCost {
    public:
        explicit InlinedCost(const Grouper& grouper) : grouper_(grouper) {}

        int of(ValueId value) {
            add(value, 0);
            return cost_;
        }

    private:
        void add(ValueId value, int index) {
            const int position = grouper_.graph_.position(value);
            if (cost_ > largest_cost || !grouper_.is_inlined(position) ||
                !seen_.insert({position, index}).second)
                return;
            const Op& op = grouper_.graph_.op(position);
            cost_ += rule_of(op).cost;
            int read = index;
            if (!rule_of(op).is_aligned())
                read =
                    indices_.insert({{position, index}, static_cast<int>(indices_.size()) + 1}).first->second;
            for (const ValueId operand : op.operands) add(operand, read);
        }

        const Grouper& grouper_;
        std::set<std::pair<int, int>> seen_;          // positions and indices
        std::map<std::pair<int, int>, int> indices_;  // that data movement makes of an index
        int cost_ = 0;
    };

    /// The position at which the kernel of a map in memory runs.
    int kernel_of(int position) const {
        const auto joint = joint_.find(position);
        return joint != joint_.end() ? joint->second : position;
    }

    void finish() {
        std::map<int, Group> maps;
        for (int position = 0; position < graph_.op_count(); position++) {
            const Op& op = graph_.op(position);
            if (!is_open(position) || !result_.materialised.count(op.results[0])) continue;
            if (result_.aliases.count(op.results[0])) continue;
            Group& map = maps[kernel_of(position)];
            map.stages.push_back({.kind = GroupKind::Map, .anchor = position});
            map.roots.push_back(op.results[0]);
        }
        for (auto& [position, map] : maps) result_.groups.push_back(std::move(map));
    }

    const RegionGraph& graph_;
    const bool winograd_;
    std::vector<int> owner_;
    std::map<ValueId, std::set<int>> reader_groups_;
    std::map<ValueId, int> costs_;
    std::set<ValueId> written_;  // by the groups so far
    std::set<ValueId> roots_;
    std::map<int, int> joint_;  // maps in memory, and where the kernel runs that computes them with others
    Grouping result_;
};

}  // namespace

bool is_splat_constant(const Op& op) {
    return op.code == OpCode::Constant &&
           (op[attr::value].is_splat() || op[attr::value].type().element_count() == 1);
}

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

const Op* window_update_of(const RegionGraph& graph, const Group& group) {
    const Op& last = graph.op(group.stages.back().last());
    return last.code == OpCode::DynamicUpdateSlice ? &last : nullptr;
}

const Op* halo_of(const RegionGraph& graph, const Group& group) {
    const Op& last = graph.op(group.stages.back().last());
    return last.code == OpCode::Pad ? &last : nullptr;
}

Grouping group_region(const RegionGraph& graph, bool winograd) {
    return Grouper(graph, winograd).run();
}

}  // namespace hlo2c::scheduler
