#pragma once

#include <cstdint>

#include "scheduler/plan.h"

namespace hlo2c::driver {

/// What one call of a function costs: the sum over its steps, loops with a known number of turns multiplied.
/// Branches count with their dearest side.
struct PlanCost {
    std::int64_t flops = 0, bytes = 0;
    bool known = true;       ///< false where a loop's number of turns is not known; it then counts once
    std::int64_t steps = 0;  ///< how many are run
};
PlanCost plan_cost(const scheduler::Plan& plan, const scheduler::FunctionPlan& function);

}  // namespace hlo2c::driver
