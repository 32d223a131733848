#pragma once

#include <set>
#include <unordered_map>
#include <vector>

#include "scheduler/plan.h"
#include "scheduler/steps/live_ranges.h"

namespace hlo2c::scheduler {

/// Which variables lie at one place.
struct Sharing {
    std::unordered_map<Variable, Variable> places;  ///< of those that share; the others are their own place
    /// Arguments whose values move at the beginning: donated ones, into the memory of their results, where
    /// steps write over them.
    std::set<Variable> moved;

    Variable place_of(Variable variable) const {
        const auto found = places.find(variable);
        return found != places.end() ? found->second : variable;
    }
};

/// Joins linked variables that are never live together, those of inner loops and large ones first. A donated
/// argument shares the memory of its result: the caller may pass one address for both.
Sharing share_memory(const PendingFunction& function, const LiveRanges& live,
                     const std::vector<Port>& inputs);

/// "%4 %7 result0", a line for each place of more than one variable.
std::string to_text(const Sharing& sharing, const LiveRanges& live);

}  // namespace hlo2c::scheduler
