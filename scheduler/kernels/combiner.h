#pragma once

#include "scheduler/kernels/combiner_programs.h"
#include "scheduler/kernels/function_kernels.h"

namespace hlo2c::scheduler {

/// The computation of a reduction between processes as kernels with parameters (operand, accumulator):
/// `accumulator[i] = computation(accumulator[i], operand[i])`. Kernels that cannot work in place write the
/// result to a third parameter. Fails with H0414 if the computation takes several kernels.
CombinerKernels lower_combiner(const frontend::Program& program, const frontend::Op& op,
                               const CombinerPrograms& programs, const Target& target);

}  // namespace hlo2c::scheduler
