#pragma once

#include "frontend/ir/program.h"
#include "scheduler/processes/process_constants.h"
#include "scheduler/steps/kernel_table.h"
#include "scheduler/target/target.h"

namespace hlo2c::scheduler {

/// The computation of a reduction between processes as kernels (operand, accumulator) that work in place of
/// their second parameter, `accumulator[i] = computation(accumulator[i], operand[i])`, or leave the result in
/// a third one. Equal ones are kept once; returns the number of the combiner in the plan. Fails with H0414
/// for computations that are more than operations on elements.
int make_combiner(const frontend::Program& program, const frontend::Function& function,
                  const frontend::Op& op, const Target& target, KernelTable& table, Plan& plan);

}  // namespace hlo2c::scheduler
