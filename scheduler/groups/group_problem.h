#pragma once

#include <cstdint>
#include <vector>

#include "frontend/ir/program.h"
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

}  // namespace hlo2c::scheduler
