#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "frontend/diagnostic.h"
#include "frontend/ops/op_traits.h"
#include "scheduler/order/function_order.h"

namespace hlo2c::scheduler {
namespace {

using frontend::Op;
using frontend::ValueId;

class RegionOrderCheck {
public:
    RegionOrderCheck(const RegionGraph& graph, const FunctionLayouts& layouts, const Grouping& grouping,
                     const std::vector<std::size_t>& order)
        : graph_(graph), layouts_(layouts), grouping_(grouping), order_(order) {}

    void run() {
        std::set<std::size_t> seen;
        for (const std::size_t number : order_)
            HLO2C_CHECK(number < grouping_.groups.size() && seen.insert(number).second,
                        fmt::format("order: group {} runs twice or does not exist", number));
        HLO2C_CHECK(seen.size() == grouping_.groups.size(), "order: a group never runs");
        for (const Group& group : grouping_.groups) unwritten_.insert(group.roots.begin(), group.roots.end());
        int last_effect = -1;
        for (const std::size_t number : order_) {
            const Group& group = grouping_.groups[number];
            std::set<ValueId> visited;
            for (const int member : group.members()) read_by(group, graph_.op(member), visited);
            for (const ValueId root : group.roots) unwritten_.erase(root);
            if (!frontend::has_trait(graph_.op(group.anchor()).code, frontend::op_trait::SideEffect))
                continue;
            HLO2C_CHECK(group.anchor() > last_effect,
                        fmt::format("order: the side effect of group {} comes too late", number));
            last_effect = group.anchor();
        }
    }

private:
    void read_by(const Group& group, const Op& op, std::set<ValueId>& visited) const {
        for (const ValueId operand : op.operands) read(group, operand, visited);
        for (const frontend::Region& inner : op.regions)
            frontend::for_each_op(inner, [&](const Op& nested) {
                for (const ValueId operand : nested.operands) read(group, operand, visited);
            });
    }

    /// Checks what a group reads from memory, also through the ops inlined into it.
    void read(const Group& group, ValueId value, std::set<ValueId>& visited) const {
        value = layouts_.storage(value);
        if (!visited.insert(value).second) return;
        const Op* op = graph_.definition(value);
        if (!op) return;
        const int position = graph_.position(value);
        if (group.has(position)) return;
        HLO2C_CHECK(unwritten_.count(value) == 0,
                    fmt::format("order: %{} is read before the group that writes it has run", value));
        if (grouping_.materialised.count(value) == 0) read_by(group, *op, visited);
    }

    const RegionGraph& graph_;
    const FunctionLayouts& layouts_;
    const Grouping& grouping_;
    const std::vector<std::size_t>& order_;
    std::set<ValueId> unwritten_;
};

}  // namespace

void check_order(const FunctionGraph& graph, const FunctionGroups& groups, const FunctionLayouts& layouts,
                 const FunctionOrder& order) {
    HLO2C_CHECK(order.regions.size() == groups.regions.size(), "order: an order for each region");
    for (RegionId id = 0; id < order.regions.size(); id++)
        RegionOrderCheck(graph.region(id), layouts, groups.regions[id], order.regions[id]).run();
}

}  // namespace hlo2c::scheduler
