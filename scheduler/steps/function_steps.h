#pragma once

#include "scheduler/steps/step_builder.h"

namespace hlo2c::scheduler {

/// Gives every value of the function a buffer and turns the pending steps into steps of the plan. Values
/// share a buffer where that saves a copy: a loop's state with what the body computes last, an update with
/// what it updates, a map with an operand that nobody reads afterwards. `plan` gets the kernels, the weights
/// and the constants of requests, each once.
FunctionPlan plan_function(const frontend::Program& program, const PendingFunction& pending, Plan& plan);

/// Checks the steps before memory is placed: kernels get the parameters that they have, nothing is read that
/// nobody has written, weights are never written, and every number names something of the plan.
void check_steps(const FunctionPlan& function, const Plan& plan);

/// Checks after memory is placed, independent of how it was: in every turn of every loop and in every branch
/// each step finds the values that it reads, although buffers lie on one another, and no kernel reads what it
/// writes. Donated arguments are tried in memory of their own and in that of their results.
void check_contents(const FunctionPlan& function, const Plan& plan);

/// The buffers, one a line, then the steps: "call tanh_f32_8 (x) -> t0".
std::string to_text(const FunctionPlan& function, const Plan& plan);

/// The steps of one region, without number `left_out`, if there is one.
void add_region(StepBuilder& builder, const PendingRegion& region, std::vector<Step>& steps,
                std::int64_t left_out = -1);

}  // namespace hlo2c::scheduler
