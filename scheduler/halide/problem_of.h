#pragma once

#include <vector>

#include "scheduler/groups/lowering_context.h"
#include "scheduler/loops/float_rules.h"
#include "scheduler/schedule/problem.h"

namespace hlo2c::scheduler {

/// The value in memory, and the offset in it, at which an operand of a contraction begins.
struct ViewedValue {
    frontend::ValueId value = frontend::no_value;
    std::int64_t offset = 0;
};

/// The problem of a group, and the values of its operands.
struct GroupProblem {
    Problem problem;
    std::vector<frontend::ValueId> operands;  ///< in the order of the problem's operands
    ViewedValue lhs = {}, rhs = {};           ///< of a contraction
    const ViewedValue& operand(bool is_rhs) const { return is_rhs ? rhs : lhs; }
};

namespace halide {

/// The problem of a group, in which sums are formed as `rules` permit. Groups of the kind Control have an
/// empty one.
GroupProblem problem_of(const LoweringContext& context, const Group& group,
                        FloatRules rules = FloatRules::Strict);

}  // namespace halide
}  // namespace hlo2c::scheduler
