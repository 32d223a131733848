#pragma once

#include <cstdint>
#include <vector>

#include "scheduler/layout/function_layouts.h"

namespace hlo2c::scheduler {

/// What the choice of an order needs to know about the groups of a region.
struct GroupMemory {
    struct Group {
        std::vector<std::size_t> before;  ///< groups that must run before this one
        std::vector<std::size_t> reads;   ///< numbers of `values` that it reads, without repeats
        std::vector<std::size_t> writes;
        /// Values that the group may overwrite if it is their last reader.
        std::vector<std::size_t> replaces;
    };
    struct Value {
        std::int64_t bytes = 0;  ///< 0 for a result of the function: the caller provides its memory
        bool is_result = false;  ///< of the region: live to its end
        std::size_t readers = 0;
    };
    std::vector<Group> groups;
    std::vector<Value> values;
    bool is_fixed = false;  ///< the groups must stay in program order
};

/// Collects the groups and values of region `id`. A group that updates a value must run after all other
/// readers of the value, unless a dependence forbids it: then the update needs no copy. Likewise, a group
/// that writes a result must run after the readers of the argument that is donated to this result.
GroupMemory group_memory(const FunctionGraph& graph, const FunctionGroups& groups,
                         const FunctionLayouts& layouts, RegionId id);

/// Peak bytes of live values if the groups run in `order`.
std::int64_t peak_of(const GroupMemory& memory, const std::vector<std::size_t>& order);

}  // namespace hlo2c::scheduler
