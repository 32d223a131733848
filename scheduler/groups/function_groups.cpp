#include "scheduler/groups/function_groups.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

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

std::string to_text(const FunctionGraph& graph, const FunctionGroups& groups) {
    std::string text;
    for (RegionId id = 0; id < groups.regions.size(); id++)
        text += fmt::format("region {}\n{}", id, to_text(graph.region(id), groups.regions[id]));
    return text;
}

nlohmann::ordered_json json_of(const FunctionGraph& graph, const FunctionGroups& groups) {
    using Json = nlohmann::ordered_json;
    Json json{{"regions", Json::array()}};
    for (RegionId id = 0; id < graph.region_count(); id++) {
        const Grouping& grouping = groups.regions[id];
        Json region{{"materialised", grouping.materialised}, {"groups", Json::array()}};
        for (const Group& group : grouping.groups) {
            Json members = Json::array();
            for (const int member : group.members)
                members.push_back(
                    {{"position", member}, {"op", frontend::spelling(graph.region(id).op(member).code)}});
            region["groups"].push_back({{"kind", spelling(group.kind)},
                                        {"anchor", group.anchor},
                                        {"roots", group.roots},
                                        {"members", std::move(members)}});
        }
        json["regions"].push_back(std::move(region));
    }
    return json;
}

}  // namespace hlo2c::scheduler
