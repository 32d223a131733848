#include "scheduler/kernels/combiner.h"

#include <fmt/format.h>

#include <algorithm>

#include "frontend/diagnostic.h"
#include "scheduler/kernels/supported_ops.h"
#include "scheduler/loops/in_place.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {
namespace {

/// The kernel of a program that consists of a single kernel; nullopt for any other program.
std::optional<LoweredKernel> only_kernel(const frontend::Program& program, const Target& target) {
    require_supported_ops(program);
    const FunctionGraph graph(program.main());
    const FunctionGroups groups = group_function(graph);
    const FunctionLayouts layouts = layouts_of(graph, groups);
    FunctionKernels kernels =
        make_kernels(program, graph, groups, layouts, order_groups(graph, groups, layouts),
                     schedule_groups(graph, groups, layouts, target), {}, target);
    std::optional<LoweredKernel> only;
    for (std::size_t number = 0; number < groups.regions[0].groups.size(); number++) {
        std::vector<LoweredKernel>& calls = kernels.regions[0][number].calls;
        if (calls.size() != 1 || only) return std::nullopt;
        only = std::move(calls.front());
    }
    return only;
}

/// A kernel (operand, accumulator) that overwrites the accumulator; or (operand, accumulator, result) if it
/// would read elements after writing others, as with pairs of real and imaginary parts.
Kernel combining_kernel(const frontend::Program& program, const Op& op, const frontend::Program& computation,
                        const Target& target) {
    const Function& wide = computation.main();
    const std::optional<LoweredKernel> lowered = only_kernel(computation, target);
    if (!lowered) refuse_reduction(program, op, "is not one operation on elements");
    const auto& arguments = lowered->arguments;
    const auto position = [&](ValueId value) {
        const auto found = std::find_if(
            arguments.begin(), arguments.end(),
            [&](const KernelArgument& argument) { return !argument.written && argument.value == value; });
        return found == arguments.end() ? -1 : static_cast<int>(found - arguments.begin());
    };
    const int accumulator = position(wide.arguments()[0]), operand = position(wide.arguments()[1]);
    if (arguments.size() != 3 || accumulator < 0 || operand < 0 || !arguments.back().written)
        refuse_reduction(program, op, "does not use both of its arguments");
    Kernel kernel = lowered->kernel;
    if (std::optional<LoopNest> nest =
            made_in_place(lowered->kernel.nest, accumulator, 2, !lowered->stores_twice))
        kernel.nest = std::move(*nest);
    else if (accumulator == 0)
        std::swap(kernel.nest.parameters[0], kernel.nest.parameters[1]);
    kernel.name = "combine_" + kernel.name;
    kernel.ops = {fmt::format("computation of {}", spelling(op.code))};
    return kernel;
}

}  // namespace

CombinerKernels lower_combiner(const frontend::Program& program, const Op& op,
                               const CombinerPrograms& programs, const Target& target) {
    Target serial = target;
    serial.cores = 1;  // transports call combiners without a context, which parallel loops need
    CombinerKernels kernels{.block = combining_kernel(program, op, programs.block, serial),
                            .single = combining_kernel(program, op, programs.single, serial),
                            .block_elements = CombinerPrograms::block_elements};
    // Names of kernels end with the extents of their results.
    constexpr std::string_view extent = "_1";
    const std::string& name = kernels.single.name;
    HLO2C_CHECK(name.ends_with(extent), "the name of a kernel for one element says so");
    kernels.name = name.substr(0, name.size() - extent.size());
    return kernels;
}

}  // namespace hlo2c::scheduler
