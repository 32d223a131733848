#pragma once

#include "scheduler/steps/step_builder.h"

namespace hlo2c::scheduler {

/// Gives every value of the function a buffer and turns the pending steps into steps of the plan. Values
/// share a buffer where that saves a copy: a loop's state with what the body computes last, an update with
/// what it updates, a map with an operand that nobody reads afterwards.
FunctionPlan plan_function(const frontend::Program& program, const frontend::Function& function,
                           const PendingFunction& pending, KernelTable& table, Plan& plan);

/// The steps of one region, without number `left_out`, if there is one.
void add_region(StepBuilder& builder, const PendingRegion& region, std::vector<Step>& steps,
                std::int64_t left_out = -1);

}  // namespace hlo2c::scheduler
