#pragma once

#include <Halide.h>

#include <vector>

#include "scheduler/groups/group_problem.h"
#include "scheduler/layout/lowering_context.h"

namespace hlo2c::scheduler::halide {

/// Provides placeholder loads for building a group's problem; collects the values that they read, in order of
/// first use.
class OperandCollector {
public:
    explicit OperandCollector(const LoweringContext& context) : context_(context) {}

    Halide::Expr load(frontend::ValueId value, const Halide::Expr& flat_index);
    /// The operand that describes a value in memory.
    Operand operand(frontend::ValueId value) const;
    const std::vector<frontend::ValueId>& values() const { return operands_; }
    /// The problem with the collected operands.
    GroupProblem finish(Problem problem);

private:
    const LoweringContext& context_;
    std::vector<frontend::ValueId> operands_;
};

}  // namespace hlo2c::scheduler::halide
