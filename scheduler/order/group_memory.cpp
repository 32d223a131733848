#include "scheduler/order/group_memory.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "frontend/integer_division.h"
#include "frontend/ir/donation.h"
#include "frontend/ops/op_traits.h"
#include "scheduler/ops/op_rule.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {
namespace {

class MemoryFinder {
public:
    MemoryFinder(const FunctionGraph& graph, const FunctionGroups& groups, const FunctionLayouts& layouts,
                 RegionId id)
        : graph_(graph.region(id)), layouts_(layouts), grouping_(groups.regions[id]), id_(id) {}

    GroupMemory run() {
        result_.groups.resize(grouping_.groups.size());
        for (std::size_t g = 0; g < grouping_.groups.size(); g++)
            for (const ValueId root : grouping_.groups[g].roots) add_value(g, root);
        find_results();
        for (std::size_t g = 0; g < grouping_.groups.size(); g++) find_reads(g);
        for (std::size_t g = 0; g < grouping_.groups.size(); g++) run_after_readers(g);
        if (id_ == 0) keep_donated();
        return std::move(result_);
    }

private:
    void add_value(std::size_t group, ValueId root) {
        if (!graph_.function().type(root).is_tensor() || numbers_.count(root)) return;
        numbers_[root] = result_.values.size();
        result_.groups[group].writes.push_back(result_.values.size());
        writers_.push_back(group);
        const std::int64_t bytes = graph_.function().tensor(root).byte_size();
        result_.values.push_back({round_up(bytes, 64), false, 0});
    }

    void find_results() {
        for (const ValueId value : graph_.region().ops.back().operands) {
            const auto found = numbers_.find(layouts_.storage(value));
            if (found == numbers_.end()) continue;
            result_.values[found->second].is_result = true;
            if (id_ == 0) result_.values[found->second].bytes = 0;
        }
    }

    void find_reads(std::size_t g) {
        const Group& group = grouping_.groups[g];
        if (rule_of(graph_.op(group.anchor())).step == StepKind::Barrier) result_.is_fixed = true;
        for (const int member : group.members())
            if (frontend::has_trait(graph_.op(member).code, frontend::op_trait::SideEffect))
                result_.is_fixed = true;
        std::set<ValueId> visited;
        for (const int member : group.members()) read_by(g, graph_.op(member), visited);
        GroupMemory::Group& found = result_.groups[g];
        std::sort(found.reads.begin(), found.reads.end());
        for (const std::size_t value : found.reads) {
            result_.values[value].readers++;
            found.before.push_back(writers_[value]);
        }
        for (const std::size_t value : found.reads)
            if (group.kind == GroupKind::Map && found.writes.size() == 1 &&
                result_.values[value].bytes == result_.values[found.writes[0]].bytes)
                found.replaces.push_back(value);
    }

    void read_by(std::size_t g, const Op& op, std::set<ValueId>& visited) {
        for (const ValueId operand : op.operands) read(g, operand, visited);
        for (const Region& inner : op.regions)
            frontend::for_each_op(inner, [&](const Op& nested) {
                for (const ValueId operand : nested.operands) read(g, operand, visited);
            });
    }

    /// Collects what a group reads from memory, also through the ops inlined into it.
    void read(std::size_t g, ValueId value, std::set<ValueId>& visited) {
        value = layouts_.storage(value);
        if (!visited.insert(value).second) return;
        const auto number = numbers_.find(value);
        if (number != numbers_.end() && writers_[number->second] != g) {
            result_.groups[g].reads.push_back(number->second);
            return;
        }
        readers_[value].insert(g);
        const Op* op = graph_.definition(value);
        if (op == nullptr || number != numbers_.end()) return;
        if (!grouping_.groups[g].has(graph_.position(value))) read_by(g, *op, visited);
    }

    bool reaches(std::size_t from, std::size_t to) const {
        std::vector<std::size_t> open = {to};
        std::set<std::size_t> seen;
        while (!open.empty()) {
            const std::size_t g = open.back();
            open.pop_back();
            if (g == from) return true;
            if (!seen.insert(g).second) continue;
            open.insert(open.end(), result_.groups[g].before.begin(), result_.groups[g].before.end());
        }
        return false;
    }

    void run_after_readers(std::size_t g) {
        const Group& group = grouping_.groups[g];
        const Op& anchor = graph_.op(group.anchor());
        const Op* update = group.roots.empty() ? nullptr : layouts_.of(group.roots[0]).window;
        if (anchor.code == OpCode::Scatter && anchor.results.size() == 1) update = &anchor;
        if (update == nullptr) return;
        const ValueId updated = layouts_.storage(update->operands[0]);
        const auto number = numbers_.find(updated);
        std::set<std::size_t> others;
        if (number == numbers_.end()) {
            others = readers_[updated];
        } else {
            result_.groups[g].replaces.push_back(number->second);
            for (std::size_t other = 0; other < result_.groups.size(); other++)
                if (std::binary_search(result_.groups[other].reads.begin(), result_.groups[other].reads.end(),
                                       number->second))
                    others.insert(other);
        }
        run_after(g, others);
    }

    /// The group that writes a result runs after the readers of the argument that is donated to it.
    void keep_donated() {
        for (const frontend::Donation& donation : frontend::donations(graph_.function())) {
            const auto number = numbers_.find(layouts_.storage(donation.returned));
            if (number == numbers_.end()) continue;
            const std::size_t writer = writers_[number->second];
            run_after(writer, readers_[layouts_.storage(donation.argument)]);
        }
    }

    void run_after(std::size_t g, const std::set<std::size_t>& others) {
        for (const std::size_t other : others)
            if (other != g && !reaches(g, other)) result_.groups[g].before.push_back(other);
    }

    const RegionGraph& graph_;
    const FunctionLayouts& layouts_;
    const Grouping& grouping_;
    const RegionId id_;
    GroupMemory result_;
    std::map<ValueId, std::size_t> numbers_;
    std::vector<std::size_t> writers_;  ///< by number of the value
    std::map<ValueId, std::set<std::size_t>>
        readers_;  ///< groups that read a value which no group here writes
};

}  // namespace

GroupMemory group_memory(const FunctionGraph& graph, const FunctionGroups& groups,
                         const FunctionLayouts& layouts, RegionId id) {
    return MemoryFinder(graph, groups, layouts, id).run();
}

std::int64_t peak_of(const GroupMemory& memory, const std::vector<std::size_t>& order) {
    std::vector<std::size_t> left;
    for (const GroupMemory::Value& value : memory.values) left.push_back(value.readers + value.is_result);
    std::int64_t live = 0, peak = 0;
    for (const std::size_t g : order) {
        const GroupMemory::Group& group = memory.groups[g];
        std::int64_t written = 0;
        for (const std::size_t value : group.writes) written += memory.values[value].bytes;
        const bool in_place = std::any_of(group.replaces.begin(), group.replaces.end(),
                                          [&](std::size_t value) { return left[value] == 1; });
        peak = std::max(peak, live + (in_place ? 0 : written));
        live += written;
        for (const std::size_t value : group.reads)
            if (--left[value] == 0) live -= memory.values[value].bytes;
        for (const std::size_t value : group.writes)
            if (left[value] == 0) live -= memory.values[value].bytes;
        peak = std::max(peak, live);
    }
    return peak;
}

}  // namespace hlo2c::scheduler
