#pragma once

#include <vector>

#include "scheduler/plan.h"

namespace hlo2c::scheduler {

/// The steps between which a buffer is used, both inclusive; `first` is -1 if no step uses it.
struct UsedTime {
    int first = -1, last = -1;
};

/// Moves buffers from the arena into the memory of results where that lowers the most bytes that are live in
/// the arena, with scratch or without. Until a result is written, its memory is free; if an argument is
/// donated to it, the memory is free after the last use of the argument. A buffer that moves has the element
/// type of the result, and only kernels and copies use it.
void use_result_memory(FunctionPlan& function, const std::vector<Kernel>& kernels,
                       const std::vector<UsedTime>& used);

}  // namespace hlo2c::scheduler
