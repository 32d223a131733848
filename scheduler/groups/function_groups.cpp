#include "scheduler/groups/function_groups.h"

namespace hlo2c::scheduler {

FunctionGroups group_function(const FunctionGraph& graph, bool winograd) {
    FunctionGroups result;
    for (RegionId id = 0; id < graph.region_count(); id++)
        result.regions.push_back(group_region(graph.region(id), winograd));
    return result;
}

}  // namespace hlo2c::scheduler
