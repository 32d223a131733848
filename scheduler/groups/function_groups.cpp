#include "scheduler/groups/function_groups.h"

#include "scheduler/ops/op_rule.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {

ValueId FunctionGroups::storage(ValueId value) const {
    for (auto alias = aliases.find(value); alias != aliases.end(); alias = aliases.find(value))
        value = alias->second;
    return value;
}

FunctionGroups group_function(const FunctionGraph& graph, bool winograd) {
    FunctionGroups result;
    for (RegionId id = 0; id < graph.region_count(); id++) {
        const RegionGraph& region = graph.region(id);
        result.regions.push_back(group_region(region, winograd));
        const Grouping& grouping = result.regions.back();
        result.aliases.insert(grouping.aliases.begin(), grouping.aliases.end());
        for (const Op& op : region.region().ops)
            if (rule_of(op).step == StepKind::Barrier)
                for (std::size_t i = 0; i < op.results.size(); i++)
                    result.aliases[op.results[i]] = op.operands[i];
    }
    return result;
}

}  // namespace hlo2c::scheduler
