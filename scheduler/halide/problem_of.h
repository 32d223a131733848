#pragma once

#include <vector>

#include "scheduler/groups/lowering_context.h"
#include "scheduler/schedule/problem.h"

namespace hlo2c::scheduler {

/// The problem of a group, and the values that its operands are.
struct GroupProblem {
    Problem problem;
    std::vector<frontend::ValueId> operands;  ///< in the order of the problem's
};

namespace halide {

/// What a group computes, as far as its schedule depends on it. Groups of control flow have none.
GroupProblem problem_of(const LoweringContext& context, const Group& group);

}  // namespace halide
}  // namespace hlo2c::scheduler
