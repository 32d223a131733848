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

/// A variable in memory: a value with storage of its own; a loop carry, which has the number of the loop's
/// result; or a result of the function, numbered after all values.
using Variable = std::uint32_t;

/// From the time at which a variable is written to the time of its last read, both inclusive.
struct LiveRange {
    int begin = 0, end = 0;
    Variable variable = 0;
};

/// At `time`, `to` is written from `from`. Sharing memory, unless another use of `from` prevents it, saves a
/// copy or only memory.
struct Link {
    Variable from = 0, to = 0;
    int time = 0;
    int depth = 0;           ///< number of loops around it
    bool saves_copy = true;  ///< false: saves memory only; a kernel can write over its operand
};

/// When each variable of a function is live, on one time axis for all regions, and which variables could
/// share memory.
struct LiveRanges {
    std::unordered_map<Variable, std::vector<LiveRange>> ranges;  ///< ascending
    std::vector<Link> links;                                      ///< in the order of time
    std::unordered_map<frontend::ValueId, Variable>
        carried;  ///< the loop carry of each argument of a loop's region
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

/// Finds the live ranges and links. A concurrent send sends a copy of its operands; any other send reads its
/// operands until its region ends.
LiveRanges live_ranges(const PendingFunction& function);

}  // namespace hlo2c::scheduler
