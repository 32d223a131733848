#pragma once

#include <set>
#include <string>
#include <vector>

#include "scheduler/groups/group.h"

namespace hlo2c::scheduler {

/// A region cut into groups.
struct Grouping {
    std::vector<Group> groups;
    std::set<frontend::ValueId> materialised;  ///< values of this region that live in memory
};

/// Cuts a region into groups (fusion). Each op that is not a constant or a terminator belongs to exactly one
/// group as a member, or is inlined into all groups that read it, or is a reshape of a value in memory.
/// `winograd`: the floating-point rules allow Winograd's algorithm, which does not stage lines.
Grouping group_region(const RegionGraph& graph, bool winograd = false);

/// True for a constant that is one element, or the same element everywhere.
bool is_splat_constant(const frontend::Op& op);

/// One line per group: "0 dot_tanh -> %7: contraction dot_general, then tanh".
std::string to_text(const RegionGraph& graph, const Grouping& grouping);

}  // namespace hlo2c::scheduler
