#include "scheduler/groups/settle_maps.h"

#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/ir/op_set.h"
#include "scheduler/groups/affine_view.h"
#include "scheduler/groups/joint_maps.h"
#include "scheduler/groups/prologue.h"
#include "scheduler/groups/short_runs.h"
#include "scheduler/groups/sorted_rows.h"
#include "scheduler/groups/updated_window.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {
namespace {

/// Ops that the reader of their result costs least, if it reads each element once.
constexpr frontend::OpSet read_through = {OpCode::Convert, OpCode::Slice};

/// Ops that may read an element of their first operand several times.
constexpr frontend::OpSet repeating = {OpCode::BroadcastInDim, OpCode::Gather};

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
/// Limit on the bytes of a row that a reduction computes for several results.
constexpr std::int64_t largest_shared_row = 1 << 14;

class MapSettler {
public:
    MapSettler(const RegionGraph& graph, Partition partition)
        : graph_(graph), partition_(std::move(partition)) {}

    Grouping run() {
        force_materialised();
        joint_ = joint_maps(
            graph_, [&](int position) { return is_open(position); }, result_.materialised);
        for (int position = graph_.op_count() - 1; position >= 0; position--) settle(position);
        const std::map<int, Group> maps = map_groups();
        result_.groups = std::move(partition_.groups);
        for (const auto& [position, map] : maps) result_.groups.push_back(map);
        return std::move(result_);
    }

private:
    const TensorType& tensor(ValueId value) const { return graph_.function().tensor(value); }

    /// True for a reshape, which shares the memory of its operand if it lives in memory.
    bool is_alias(int position) const {
        return graph_.op(position).code == OpCode::Reshape && partition_.is_free(position);
    }

    void materialise(ValueId value) {
        const int position = graph_.position(value);
        if (position < 0 || result_.materialised.count(value)) return;
        result_.materialised.insert(value);
        if (is_alias(position)) materialise(graph_.op(position).operands[0]);
    }

    void force_materialised() {
        for (const Group& group : partition_.groups)
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
        const std::vector<int>& epilogue = partition_.group_of(position).stages.front().epilogue;
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
        return partition_.is_free(position) && rule_of(op).role == Role::Inlined;
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
                groups.insert(partition_.owner[static_cast<std::size_t>(reader)]);
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
            const GroupKind kind = partition_.groups[static_cast<std::size_t>(number)].kind;
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
            if (position < 0 || !partition_.is_free(position) || result_.materialised.count(next)) {
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
        Group& group = partition_.groups[static_cast<std::size_t>(number)];
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
        return position >= 0 && partition_.is_free(position) &&
               !result_.materialised.count(graph_.op(position).results[0]);
    }

    /// Counts an op once for each index at which it is evaluated, however many ops read it there. Data
    /// movement changes the index.
    class InlinedCost {
    public:
        explicit InlinedCost(const MapSettler& maps) : maps_(maps) {}

        int of(ValueId value) {
            add(value, 0);
            return cost_;
        }

    private:
        void add(ValueId value, int index) {
            const int position = maps_.graph_.position(value);
            if (cost_ > largest_cost || !maps_.is_inlined(position) ||
                !seen_.insert({position, index}).second)
                return;
            const Op& op = maps_.graph_.op(position);
            cost_ += rule_of(op).cost;
            int read = index;
            if (!rule_of(op).is_aligned())
                read =
                    indices_.insert({{position, index}, static_cast<int>(indices_.size()) + 1}).first->second;
            for (const ValueId operand : op.operands) add(operand, read);
        }

        const MapSettler& maps_;
        std::set<std::pair<int, int>> seen_;          // positions and indices
        std::map<std::pair<int, int>, int> indices_;  // that data movement makes of an index
        int cost_ = 0;
    };

    /// The position at which the kernel of a map in memory runs.
    int kernel_of(int position) const {
        const auto joint = joint_.find(position);
        return joint != joint_.end() ? joint->second : position;
    }

    /// The groups that write maps, by the position at which they run.
    std::map<int, Group> map_groups() const {
        std::map<int, Group> maps;
        for (int position = 0; position < graph_.op_count(); position++) {
            const Op& op = graph_.op(position);
            if (!is_open(position) || is_alias(position) || !result_.materialised.count(op.results[0]))
                continue;
            Group& map = maps[kernel_of(position)];
            map.stages.push_back({.kind = GroupKind::Map, .anchor = position});
            map.roots.push_back(op.results[0]);
        }
        return maps;
    }

    const RegionGraph& graph_;
    Partition partition_;
    std::map<ValueId, std::set<int>> reader_groups_;
    std::map<ValueId, int> costs_;
    std::set<ValueId> roots_;
    std::map<int, int> joint_;  // maps in memory, and where the kernel runs that computes them with others
    Grouping result_;
};

}  // namespace

Grouping settle_maps(const RegionGraph& graph, Partition partition) {
    return MapSettler(graph, std::move(partition)).run();
}

}  // namespace hlo2c::scheduler
