#pragma once

#include <vector>

#include "frontend/ir/program.h"
#include "scheduler/halide/kernel_arguments.h"
#include "scheduler/schedule/schedule.h"

namespace hlo2c::scheduler {

/// One transform for each dimension of a Fourier transform, in the order in which they run: RFFT begins with
/// the last dimension. None if the operand or the result has no elements.
TransformsProblem fft_problem(const frontend::Function& function, const frontend::Op& op);

/// One kernel for each transform of the op's problem. The first one reads the operand, the others work in
/// place on the result.
std::vector<LoweredKernel> lower_fft(const frontend::Function& function, const frontend::Op& op,
                                     const TransformsSchedule& schedule);

}  // namespace hlo2c::scheduler
