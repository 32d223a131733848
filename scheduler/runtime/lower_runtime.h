#pragma once

#include <optional>
#include <vector>

#include "frontend/ir/program.h"
#include "scheduler/halide/kernel_arguments.h"

namespace hlo2c::scheduler {

/// The calls of functions of runtime_c that compute an op, in order; nullopt if no function there computes
/// it. All operands are in memory. A form of the op that the functions do not support is an `unsupported`
/// diagnostic.
std::optional<std::vector<LoweredKernel>> lower_runtime(const frontend::Function& function,
                                                        const frontend::Op& op);

}  // namespace hlo2c::scheduler
