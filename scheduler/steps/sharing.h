#pragma once

#include <set>
#include <unordered_map>
#include <vector>

#include "scheduler/plan.h"
#include "scheduler/steps/live_ranges.h"

namespace hlo2c::scheduler {

/// Which variables share one place in memory. A place is named after one of its variables.
struct Sharing {
    std::unordered_map<Variable, Variable> places;  ///< of those that share; the others are their own place
    /// Donated arguments that the function copies first: into the memory of their results if steps write over
    /// them, or into the arena if they are live together with their results.
    std::set<Variable> moved;

    Variable place_of(Variable variable) const {
        const auto found = places.find(variable);
        return found != places.end() ? found->second : variable;
    }
};

/// Joins linked variables that are never live together: first links that save a copy, then those of inner
/// loops, then large values. A donated argument shares the memory of its result if it can, because the caller
/// may pass one address for both.
Sharing share_memory(const PendingFunction& function, const LiveRanges& live,
                     const std::vector<Port>& inputs);

/// "%4 %7 result0", one line per place that several variables share.
std::string to_text(const Sharing& sharing, const LiveRanges& live);

}  // namespace hlo2c::scheduler
