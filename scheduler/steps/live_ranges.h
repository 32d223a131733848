#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "scheduler/steps/loop_counter.h"
#include "scheduler/steps/pending_steps.h"

namespace hlo2c::scheduler {

/// What lies in memory: a storage value; what a loop carries from turn to turn, named after the loop's
/// result; or a result of the function, numbered behind all values.
using Variable = std::uint32_t;

/// From the time at which a variable is written to the last at which it is read; both belong to it.
struct LiveRange {
    int begin = 0, end = 0;
    Variable variable = 0;
};

/// At `time` ends a range of `from` and begins one of `to`, and it would save a copy, or memory, if both lay
/// at one place.
struct Link {
    Variable from = 0, to = 0;
    int time = 0;
    int depth = 0;           ///< of the region: 0 for the function's body
    bool saves_copy = true;  ///< false: a kernel that can write over its operand
};

/// When each variable of a function is live, on one axis of time for all regions, and who could share memory.
struct LiveRanges {
    std::unordered_map<Variable, std::vector<LiveRange>> ranges;  ///< ascending
    std::vector<Link> links;                                      ///< in the order of time
    std::unordered_map<frontend::ValueId, Variable> carried;      ///< of arguments of loops' regions
    std::map<const frontend::Op*, std::optional<PendingCounter>> counters;  ///< of loops
    Variable first_result = 0;                                              ///< the variable of result 0

    Variable variable_of(frontend::ValueId storage) const {
        const auto found = carried.find(storage);
        return found != carried.end() ? found->second : storage;
    }
    Variable variable_of_result(std::size_t number) const {
        return first_result + static_cast<Variable>(number);
    }
};

/// Sends among `kept_sends` send a copy; what others send is read until their region ends.
LiveRanges live_ranges(const PendingFunction& function, const std::set<const frontend::Op*>& kept_sends);

}  // namespace hlo2c::scheduler
