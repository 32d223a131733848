#include <fmt/format.h>

#include <algorithm>

#include "frontend/diagnostic.h"
#include "scheduler/groups/function_groups.h"

namespace hlo2c::scheduler {
namespace {

using frontend::Op;
using frontend::ValueId;

class GroupingCheck {
public:
    GroupingCheck(const RegionGraph& graph, const Grouping& grouping)
        : graph_(graph), grouping_(grouping), owner_(graph.op_count(), -1), stage_(graph.op_count()) {}

    void run() {
        for (std::size_t g = 0; g < grouping_.groups.size(); g++) check_members(static_cast<int>(g));
        for (std::size_t g = 0; g < grouping_.groups.size(); g++) check_roots(static_cast<int>(g));
        for (int position = 0; position < graph_.op_count(); position++) check_op(position);
    }

private:
    void check(bool holds, const std::string& what) const {
        HLO2C_CHECK(holds, "groups: " + what + "\n" + to_text(graph_, grouping_));
    }

    void check_members(int number) {
        const Group& group = grouping_.groups[static_cast<std::size_t>(number)];
        HLO2C_CHECK(!group.stages.empty(), fmt::format("groups: group {} has no stages", number));
        for (const Stage& stage : group.stages) {
            const std::vector<int> ops = stage.ops();
            HLO2C_CHECK(
                std::is_sorted(ops.begin(), ops.end()) && ops.front() >= 0 && ops.back() < graph_.op_count(),
                fmt::format("groups: group {} names its members in the order of the region", number));
        }
        for (std::size_t s = 0; s < group.stages.size(); s++)
            for (const int member : group.stages[s].ops()) {
                int& owner = owner_[static_cast<std::size_t>(member)];
                check(owner < 0,
                      fmt::format("op {} belongs to group {} and to group {}", member, owner, number));
                owner = number;
                stage_[static_cast<std::size_t>(member)] = s;
            }
        check_stages(number);
    }

    void check_stages(int number) const {
        const Group& group = grouping_.groups[static_cast<std::size_t>(number)];
        const bool is_row = group.kind == GroupKind::Row;
        check(group.stages[0].kind == (is_row ? GroupKind::Reduction : group.kind),
              fmt::format("group {} begins with its anchor", number));
        for (std::size_t s = 0; s < group.stages.size(); s++) {
            const Stage& stage = group.stages[s];
            for (const int member : stage.ops())
                for (const ValueId value : graph_.op(member).results)
                    for (const int reader : graph_.readers(value)) {
                        const bool is_inside = owner(reader) == number;
                        check(member >= stage.anchor ||
                                  (is_inside && stage_[static_cast<std::size_t>(reader)] == s),
                              fmt::format("op {} of a prologue is read outside of its stage", member));
                        check(!is_inside || stage_[static_cast<std::size_t>(reader)] >= s,
                              fmt::format("op {} of group {} is read by an earlier stage", member, number));
                    }
        }
    }

    void check_roots(int number) const {
        const Group& group = grouping_.groups[static_cast<std::size_t>(number)];
        for (const ValueId root : group.roots) {
            check(owner(graph_.position(root)) == number,
                  fmt::format("root %{} of group {} is made by a member", root, number));
            check(grouping_.materialised.count(root) == 1,
                  fmt::format("root %{} of group {} lives in memory", root, number));
        }
        for (const int member : group.members())
            for (const ValueId value : graph_.op(member).results) {
                if (std::find(group.roots.begin(), group.roots.end(), value) != group.roots.end()) continue;
                for (const int reader : graph_.readers(value))
                    check(owner(reader) == number,
                          fmt::format("%{} leaves group {} and is not a root", value, number));
            }
    }

    void check_op(int position) const {
        const Op& op = graph_.op(position);
        const OpRule& rule = rule_of(op);
        if (rule.role == Role::Constant || rule.role == Role::Terminator) {
            check(owner(position) < 0, fmt::format("op {} runs nowhere and has a group", position));
            return;
        }
        if (owner(position) >= 0) return;
        check(rule.role == Role::Inlined, fmt::format("op {} has no group and cannot be inlined", position));
        const ValueId value = op.results[0];
        check(grouping_.materialised.count(value) == 0 || op.code == frontend::OpCode::Reshape,
              fmt::format("%{} lives in memory that no group writes", value));
    }

    int owner(int position) const { return position < 0 ? -1 : owner_[static_cast<std::size_t>(position)]; }

    const RegionGraph& graph_;
    const Grouping& grouping_;
    std::vector<int> owner_;
    std::vector<std::size_t> stage_;  // of its group
};

}  // namespace

void check_groups(const FunctionGraph& graph, const FunctionGroups& groups) {
    HLO2C_CHECK(groups.regions.size() == graph.region_count(), "groups: a grouping for each region");
    for (RegionId id = 0; id < graph.region_count(); id++)
        GroupingCheck(graph.region(id), groups.regions[id]).run();
}

}  // namespace hlo2c::scheduler
