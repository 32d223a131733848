#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "scheduler/halide/kernel_arguments.h"
#include "scheduler/kernels/combiner_programs.h"
#include "scheduler/kernels/function_schedules.h"
#include "scheduler/target/target.h"

namespace hlo2c::scheduler {

/// The computation of a reduction between processes: the same kernel for many elements and for one.
struct CombinerKernels {
    std::string name;  ///< "combine_add_f32"
    Kernel block, single;
    int block_elements = 1;
};

/// The calls for one group: none for control flow and for communication between processes.
struct GroupKernels {
    std::vector<LoweredKernel> calls;         ///< one after another
    std::optional<CombinerKernels> combiner;  ///< for a collective that reduces
    std::int64_t concurrent = 0;              ///< requests that run asynchronously
};

/// The kernels of a function, by RegionId and number of the group.
struct FunctionKernels {
    std::vector<std::vector<GroupKernels>> regions;
};

/// Lowers every group: by Halide, to calls of functions of runtime_c, or not at all if it becomes steps of
/// another kind. Any other op is an `unsupported` diagnostic. `progress` gets the share that is done.
FunctionKernels make_kernels(const frontend::Program& program, const FunctionGraph& graph,
                             const FunctionGroups& groups, const FunctionLayouts& layouts,
                             const FunctionOrder& order, const FunctionSchedules& schedules,
                             const FunctionCombiners& combiners, const Target& target,
                             const std::function<void(double share)>& progress = {});

/// Checks that every kernel has an argument for each parameter and reads only values in memory, and that
/// every root of a group is written.
void check_kernels(const FunctionGraph& graph, const FunctionGroups& groups, const FunctionKernels& kernels);

/// Every kernel's loops before the loop passes, in the order of regions and groups.
std::string to_text(const FunctionKernels& kernels);
nlohmann::ordered_json json_of(const FunctionKernels& kernels);

}  // namespace hlo2c::scheduler
