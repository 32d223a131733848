#pragma once

#include <vector>

#include "frontend/ir/program.h"
#include "scheduler/halide/kernel_arguments.h"

namespace hlo2c::scheduler {

/// One kernel for each dimension of a Fourier transform. The first one reads the operand; for RFFT it
/// transforms the last dimension. The others work in place on the result.
std::vector<LoweredKernel> lower_fft(const frontend::Function& function, const frontend::Op& op);

}  // namespace hlo2c::scheduler
