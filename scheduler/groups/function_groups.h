#pragma once

#include <map>
#include <string>
#include <vector>

#include "scheduler/groups/function_graph.h"
#include "scheduler/groups/grouping.h"

namespace hlo2c::scheduler {

/// The groups of a whole function.
struct FunctionGroups {
    std::vector<Grouping> regions;  ///< by RegionId
    /// What shares memory with another value, in any region: reshapes, and what passes a barrier.
    std::map<frontend::ValueId, frontend::ValueId> aliases;

    /// The value whose memory `value` lies in.
    frontend::ValueId storage(frontend::ValueId value) const;
};

/// Cuts every region of the function into groups.
FunctionGroups group_function(const FunctionGraph& graph);

/// Checks the groups of every region: each op is a member of one group, or part of every group that reads
/// it, or an alias; only roots leave their group; and what lies in memory is written by somebody.
void check_groups(const FunctionGraph& graph, const FunctionGroups& groups);

/// The regions one after another, with a line for each group.
std::string to_text(const FunctionGraph& graph, const FunctionGroups& groups);

}  // namespace hlo2c::scheduler
