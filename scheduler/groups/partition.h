#pragma once

#include <vector>

#include "scheduler/groups/group.h"

namespace hlo2c::scheduler {

/// A region's groups around anchors, and the ops that are left.
struct Partition {
    std::vector<Group> groups;
    std::vector<int> owner;  ///< the number of each op's group, by position; -1: none

    bool is_free(int position) const { return owner[static_cast<std::size_t>(position)] < 0; }
    const Group& group_of(int position) const {
        return groups[static_cast<std::size_t>(owner[static_cast<std::size_t>(position)])];
    }
};

/// Lets each pattern propose the group of its anchors, in program order, from the ops that no group has so
/// far. `winograd`: as for group_region.
Partition partition_of(const RegionGraph& graph, bool winograd);

/// The kind of the group that the op at a position begins; Map for ops that are inlined.
GroupKind anchor_kind(const RegionGraph& graph, const frontend::Op& op);

}  // namespace hlo2c::scheduler
