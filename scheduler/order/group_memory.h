#pragma once

#include <cstdint>
#include <vector>

#include "scheduler/groups/function_groups.h"

namespace hlo2c::scheduler {

/// The groups of a region as what an order has to know of them.
struct GroupMemory {
    struct Group {
        std::vector<std::size_t> before;  ///< groups that have to run before
        std::vector<std::size_t> reads;   ///< numbers of values of this region in memory, without repeats
        std::vector<std::size_t> writes;
        /// Values that the group may write over where it is the last to read them.
        std::vector<std::size_t> replaces;
    };
    struct Value {
        std::int64_t bytes = 0;  ///< 0 for a result of the function: the caller has memory for it
        bool is_result = false;  ///< of the region: live to its end
        std::size_t readers = 0;
    };
    std::vector<Group> groups;
    std::vector<Value> values;
    bool is_fixed = false;  ///< what goes between processes stays in the order of the program
};

/// Groups that update a value run after all others that read it, where nothing forbids it: then the update
/// needs no copy.
GroupMemory group_memory(const FunctionGraph& graph, const FunctionGroups& groups, RegionId id);

/// The most bytes of values that are live at one time.
std::int64_t peak_of(const GroupMemory& memory, const std::vector<std::size_t>& order);

}  // namespace hlo2c::scheduler
