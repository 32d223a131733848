#pragma once

#include <cstdint>

#include "scheduler/plan.h"

namespace hlo2c::driver {

/// Cost of one call of a function: the sum over its steps, multiplied by the trip count of loops if it is
/// known. Of branches, the most expensive one counts.
struct PlanCost {
    std::int64_t flops = 0, bytes = 0;
    bool known = true;       ///< false if a loop's trip count is unknown; its body then counts once
    std::int64_t steps = 0;  ///< number of steps that run
};
PlanCost plan_cost(const scheduler::Plan& plan, const scheduler::FunctionPlan& function);

}  // namespace hlo2c::driver
