#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scheduler/halide/kernel_arguments.h"
#include "scheduler/kernels/function_schedules.h"
#include "scheduler/target/target.h"

namespace hlo2c::scheduler {

/// The computation of a reduction between processes: the same kernel for many elements and for one.
struct CombinerKernels {
    Kernel block, single;
    int block_elements = 1;
};

/// What is called for one group: nothing for control flow and for what other processes take part in.
struct GroupKernels {
    std::vector<LoweredKernel> calls;         ///< one after another
    std::optional<CombinerKernels> combiner;  ///< for a collective that reduces
};

/// The kernels of a function, by RegionId and number of the group.
struct FunctionKernels {
    std::vector<std::vector<GroupKernels>> regions;
};

/// Lowers every group: by Halide, as calls of functions of runtime_c, or not at all where it is steps of
/// another kind. An op that is none of these is an `unsupported` diagnostic.
FunctionKernels make_kernels(const frontend::Program& program, const FunctionGraph& graph,
                             const FunctionGroups& groups, const FunctionOrder& order,
                             const FunctionSchedules& schedules, const Target& target);

/// Checks that every kernel has an argument for each parameter, writes the roots of its group and nothing
/// else, and reads only what lies in memory.
void check_kernels(const FunctionGraph& graph, const FunctionGroups& groups, const FunctionKernels& kernels);

/// Every kernel's loops as Halide left them, in the order of regions and groups.
std::string to_text(const FunctionKernels& kernels);

}  // namespace hlo2c::scheduler
