#pragma once

#include <vector>

#include "frontend/ir/program.h"
#include "scheduler/halide/kernel_arguments.h"

namespace hlo2c::scheduler {

/// One kernel for each dimension of a Fourier transform, the last dimension first; the later ones work in
/// place.
std::vector<LoweredKernel> lower_fft(const frontend::Function& function, const frontend::Op& op);

}  // namespace hlo2c::scheduler
