#pragma once

#include "scheduler/steps/kernel_table.h"
#include "scheduler/steps/pending_steps.h"

namespace hlo2c::scheduler {

/// Gives every value of the function a buffer and turns the pending steps into steps of the plan. Values
/// share a buffer where that saves a copy: a loop's state with what the body computes last, an update with
/// what it updates, a map with an operand that nobody reads afterwards.
FunctionPlan plan_function(const frontend::Program& program, const frontend::Function& function,
                           const PendingFunction& pending, const Target& target, KernelTable& table,
                           Plan& plan);

}  // namespace hlo2c::scheduler
