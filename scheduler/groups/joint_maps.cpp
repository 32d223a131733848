#include "scheduler/groups/joint_maps.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "scheduler/ops/op_rule.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {
namespace {

/// More results would be more streams of stores than a processor combines.
constexpr std::size_t most_results = 4;
/// Limits on the ops of a kernel, which bound compile time, and on the distance of its results.
constexpr std::size_t most_ops = 160;
constexpr int farthest = 400;
/// Maps of a higher cost are bound by arithmetic. Apart, they have more independent work in each loop.
constexpr int most_cost = 32;

/// What a kernel computes elementwise from what it reads.
struct Cone {
    std::set<int> ops;          ///< positions, that of the result included
    std::set<ValueId> sources;  ///< values in memory with as many elements as the results

    void add(const Cone& other) {
        ops.insert(other.ops.begin(), other.ops.end());
        sources.insert(other.sources.begin(), other.sources.end());
    }
};

struct Joint {
    std::vector<int> positions;  ///< of the results, ascending
    Cone cone;
};

class Joiner {
public:
    Joiner(const RegionGraph& graph, const std::function<bool(int)>& is_open,
           const std::set<ValueId>& materialised)
        : graph_(graph), is_open_(is_open), materialised_(materialised) {}

    std::map<int, int> run() {
        for (int position = 0; position < graph_.op_count(); position++)
            if (is_candidate(position)) place(position);
        std::map<int, int> last;
        for (const Joint& joint : joints_) {
            if (joint.positions.size() == 1) continue;
            for (const int position : joint.positions) last[position] = joint.positions.back();
            for (const int position : between(joint)) last[position] = joint.positions.back();
        }
        return last;
    }

private:
    ValueId result(int position) const { return graph_.op(position).results[0]; }
    const TensorType& tensor(ValueId value) const { return graph_.function().tensor(value); }
    bool is_aligned(int position) const { return rule_of(graph_.op(position)).is_aligned(); }

    /// Scalars are left alone: steps count loops with them.
    bool is_candidate(int position) const {
        return is_open_(position) && is_aligned(position) && materialised_.count(result(position)) &&
               tensor(result(position)).is_static() && tensor(result(position)).element_count() > 1;
    }

    void place(int position) {
        Cone cone{.ops = {position}};
        add_operands(position, cone);
        for (Joint& joint : joints_) {
            if (!shares(joint, position, cone) || !may_join(joint, position)) continue;
            Cone both = joint.cone;
            both.add(cone);
            if (both.ops.size() > most_ops) continue;
            joint.positions.push_back(position);
            joint.cone = std::move(both);
            return;
        }
        joints_.push_back({{position}, std::move(cone)});
    }

    void add_operands(int position, Cone& cone) const {
        const std::int64_t elements = tensor(result(position)).element_count();
        for (const ValueId operand : graph_.op(position).operands) {
            if (graph_.is_constant(operand) || tensor(operand).element_count() != elements) continue;
            const int source = graph_.position(operand);
            if (source < 0 || !is_open_(source) || materialised_.count(operand))
                cone.sources.insert(operand);
            else if (is_aligned(source) && cone.ops.insert(source).second)
                add_operands(source, cone);
        }
    }

    /// Ops that a result reads and that read another one. No other kernel can compute them.
    std::set<int> between(const Joint& joint) const {
        std::set<int> found;
        for (const int op : joint.cone.ops)
            for (const ValueId operand : graph_.op(op).operands) {
                const int source = graph_.position(operand);
                if (found.count(source) || std::count(joint.positions.begin(), joint.positions.end(), source))
                    found.insert(op);
            }
        return found;
    }

    bool shares(const Joint& joint, int position, const Cone& cone) const {
        const int first = joint.positions.front();
        if (joint.positions.size() == most_results || position - first > farthest ||
            tensor(result(position)).shape != tensor(result(first)).shape)
            return false;
        const auto is_in = [](const auto& set) { return [&](auto each) { return set.count(each) > 0; }; };
        if (std::any_of(cone.ops.begin(), cone.ops.end(), is_in(joint.cone.ops))) return true;
        std::set<ValueId> in_joint = joint.cone.sources;
        for (const int member : joint.positions) in_joint.insert(result(member));
        return cost(joint.cone) <= most_cost && cost(cone) <= most_cost &&
               std::any_of(cone.sources.begin(), cone.sources.end(), is_in(in_joint));
    }

    int cost(const Cone& cone) const {
        int sum = 0;
        for (const int op : cone.ops) sum += rule_of(graph_.op(op)).cost;
        return sum;
    }

    /// True if all that reads the results comes after the kernel, which runs at the last one of them, or
    /// belongs to it and reads element by element.
    bool may_join(const Joint& joint, int position) const {
        std::set<int> members(joint.positions.begin(), joint.positions.end());
        members.insert(position);
        std::vector<std::pair<int, bool>> open;  // positions, and whether they are read element by element
        for (const int member : members) open.emplace_back(member, true);
        std::set<std::pair<int, bool>> seen(open.begin(), open.end());
        while (!open.empty()) {
            const auto [read, elementwise] = open.back();
            open.pop_back();
            for (const int reader : graph_.readers(result(read))) {
                const bool aligned = elementwise && is_open_(reader) && is_aligned(reader) &&
                                     tensor(result(reader)).shape == tensor(result(read)).shape;
                if (members.count(reader) && !aligned) return false;
                if (members.count(reader) || reader > *members.rbegin()) continue;
                if (!is_open_(reader) || materialised_.count(result(reader))) return false;
                if (seen.insert({reader, aligned}).second) open.emplace_back(reader, aligned);
            }
        }
        return true;
    }

    const RegionGraph& graph_;
    const std::function<bool(int)>& is_open_;
    const std::set<ValueId>& materialised_;
    std::vector<Joint> joints_;
};

}  // namespace

std::map<int, int> joint_maps(const RegionGraph& graph, const std::function<bool(int)>& is_open,
                              const std::set<ValueId>& materialised) {
    return Joiner(graph, is_open, materialised).run();
}

}  // namespace hlo2c::scheduler
