#pragma once

#include "scheduler/groups/group_problem.h"
#include "scheduler/layout/lowering_context.h"
#include "scheduler/loops/float_rules.h"

namespace hlo2c::scheduler::halide {

// The problems whose strides are those of index expressions, which Halide simplifies.

GroupProblem map_problem(const LoweringContext& context, const Group& group);
GroupProblem row_problem(const LoweringContext& context, const Group& group);
GroupProblem reduction_problem(const LoweringContext& context, const Group& group);
/// Sums are formed as `rules` permit.
GroupProblem contraction_problem(const LoweringContext& context, const Group& group, FloatRules rules);

}  // namespace hlo2c::scheduler::halide
