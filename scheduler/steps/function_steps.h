#pragma once

#include "scheduler/steps/step_builder.h"

namespace hlo2c::scheduler {

/// Gives every value of the function a buffer and turns the pending steps into steps of the plan. Values
/// share a buffer where that saves a copy or memory: a loop's state with the body's result, an update with
/// the updated value, a map with an operand that nothing reads afterwards. Adds kernels and weights to
/// `plan`, equal ones once, and the constants of requests.
FunctionPlan plan_function(const frontend::Program& program, const PendingFunction& pending, Plan& plan);

/// Checks the steps before memory is placed: calls match their kernels' parameters, nothing is read before it
/// is written, weights are never written, and every number is valid in the plan.
void check_steps(const FunctionPlan& function, const Plan& plan);

/// Checks the steps after memory is placed, however that was done: in every iteration of every loop and in
/// every branch, each step finds the values that it reads although buffers overlap, and no kernel's outputs
/// overlap its other arguments. Covers donated arguments both in separate memory and in the memory of their
/// results.
void check_contents(const FunctionPlan& function, const Plan& plan);

/// Checks the loops that slots run side by side, after memory is placed: no slot accesses a byte that another
/// slot writes, in any of the iterations, and no kernel in them has a parallel loop of its own.
void check_parallel_loops(const FunctionPlan& function, const Plan& plan);

/// The buffers, one per line, then the steps: "call tanh_f32_8 (x) -> t0".
std::string to_text(const FunctionPlan& function, const Plan& plan);

/// Appends the steps of one region to `steps`, except step number `left_out` if that is not -1.
void add_region(StepBuilder& builder, const PendingRegion& region, std::vector<Step>& steps,
                std::int64_t left_out = -1);

}  // namespace hlo2c::scheduler
