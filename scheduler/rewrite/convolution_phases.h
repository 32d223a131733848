#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::scheduler {

/// Computes convolutions of dilated operands, such as transposed ones and gradients of strided ones, as one
/// convolution per phase: results that are as far apart as the operand's elements use the same elements of
/// the kernel, and no zero between the operand's elements is multiplied.
void split_convolution_phases(frontend::Program& program);

}  // namespace hlo2c::scheduler
