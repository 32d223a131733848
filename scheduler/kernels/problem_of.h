#pragma once

#include "scheduler/groups/group_problem.h"
#include "scheduler/layout/lowering_context.h"
#include "scheduler/loops/float_rules.h"

namespace hlo2c::scheduler {

/// The problem of a group, in which sums are formed as `rules` permit; an empty one if nothing is decided
/// about the group.
GroupProblem problem_of(const LoweringContext& context, const Group& group,
                        FloatRules rules = FloatRules::Strict);

}  // namespace hlo2c::scheduler
