#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "scheduler/groups/group.h"

namespace hlo2c::scheduler {

/// A region cut into groups.
struct Grouping {
    std::vector<Group> groups;
    std::set<frontend::ValueId> materialised;                ///< values of this region that live in memory
    std::map<frontend::ValueId, frontend::ValueId> aliases;  ///< reshape -> the value whose memory it shares
};

/// Cuts a region into groups (fusion). Each op that is not a constant or a terminator belongs to exactly one
/// group as a member, or is inlined into all groups that read it, or aliases a materialised value.
/// `winograd`: the floating-point rules allow Winograd's algorithm, which does not stage lines.
Grouping group_region(const RegionGraph& graph, bool winograd = false);

/// True for a constant that is one element, or the same element everywhere.
bool is_splat_constant(const frontend::Op& op);
/// True for a pad that only adds edges of a constant: the kernel that computes the operand can write it
/// directly between the edges.
bool is_halo(const RegionGraph& graph, const frontend::Op& op);
/// The pad that ends a group of kind Contraction, or nullptr.
const frontend::Op* halo_of(const RegionGraph& graph, const Group& group);
/// The dynamic_update_slice that a group ends with, or nullptr: the group writes a window of its root, which
/// holds another value before.
const frontend::Op* window_update_of(const RegionGraph& graph, const Group& group);

/// One line per group: "0 dot_tanh -> %7: contraction dot_general, then tanh".
std::string to_text(const RegionGraph& graph, const Grouping& grouping);

}  // namespace hlo2c::scheduler
