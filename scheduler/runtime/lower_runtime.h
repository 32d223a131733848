#pragma once

#include <optional>
#include <vector>

#include "frontend/ir/program.h"
#include "scheduler/halide/kernel_arguments.h"
#include "scheduler/schedule/schedule.h"

namespace hlo2c::scheduler {

/// The kernels of an op of the role Runtime or of a LAPACK custom call, in order; nullopt for other ops. All
/// operands are in memory. A form of the op that they do not support is an `unsupported` diagnostic.
std::optional<std::vector<LoweredKernel>> lower_runtime(const frontend::Function& function,
                                                        const frontend::Op& op, const Schedule& schedule);

/// The problem whose schedule `lower_runtime` takes; an empty one for ops of which nothing is decided.
Problem runtime_problem(const frontend::Function& function, const frontend::Op& op);

}  // namespace hlo2c::scheduler
