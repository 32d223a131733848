#pragma once

#include "scheduler/halide/problem_of.h"

namespace hlo2c::scheduler::halide {

GroupProblem reduction_problem(const LoweringContext& context, const Group& group);
GroupProblem row_problem(const LoweringContext& context, const Group& group);

}  // namespace hlo2c::scheduler::halide
