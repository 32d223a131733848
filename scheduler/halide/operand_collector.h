#pragma once

#include <Halide.h>

#include <vector>

#include "scheduler/halide/problem_of.h"

namespace hlo2c::scheduler::halide {

/// Loads that stand for memory while a problem is found, and what they read, in the order it is met.
class OperandCollector {
public:
    explicit OperandCollector(const LoweringContext& context) : context_(context) {}

    Halide::Expr load(frontend::ValueId value, const Halide::Expr& flat_index);
    /// A value in memory as a problem sees it.
    Operand operand(frontend::ValueId value) const;
    /// The problem with the operands that were met.
    GroupProblem finish(Problem problem);

private:
    const LoweringContext& context_;
    std::vector<frontend::ValueId> operands_;
};

}  // namespace hlo2c::scheduler::halide
