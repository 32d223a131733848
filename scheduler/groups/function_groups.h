#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "scheduler/groups/function_graph.h"
#include "scheduler/groups/grouping.h"

namespace hlo2c::scheduler {

/// The groups of a whole function.
struct FunctionGroups {
    std::vector<Grouping> regions;  ///< by RegionId
};

/// Cuts every region of the function into groups (see group_region).
FunctionGroups group_function(const FunctionGraph& graph, bool winograd = false);

/// Checks the groups of every region: each op is a member of one group, or is inlined into every group that
/// reads it, or is a reshape in memory; only roots leave their group; and some group writes every value that
/// lives in memory.
void check_groups(const FunctionGraph& graph, const FunctionGroups& groups);

/// The regions in order, one line per group.
std::string to_text(const FunctionGraph& graph, const FunctionGroups& groups);
/// Values and positions are numbers within the function and the region.
nlohmann::ordered_json json_of(const FunctionGraph& graph, const FunctionGroups& groups);

}  // namespace hlo2c::scheduler
