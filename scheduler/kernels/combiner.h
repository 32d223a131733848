#pragma once

#include "scheduler/kernels/function_kernels.h"

namespace hlo2c::scheduler {

/// The computation of a reduction between processes as kernels (operand, accumulator) that work in place of
/// their second parameter, `accumulator[i] = computation(accumulator[i], operand[i])`, or leave the result in
/// a third one. Fails with H0414 for computations that are more than operations on elements.
CombinerKernels make_combiner(const frontend::Program& program, const frontend::Function& function,
                              const frontend::Op& op, const Target& target);

}  // namespace hlo2c::scheduler
