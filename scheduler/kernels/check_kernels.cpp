#include <fmt/format.h>

#include <algorithm>

#include "frontend/diagnostic.h"
#include "scheduler/kernels/function_kernels.h"

namespace hlo2c::scheduler {
namespace {

using frontend::ValueId;

void check_call(const FunctionGraph& graph, const FunctionGroups& groups, RegionId id, const Group& group,
                const LoweredKernel& call) {
    const RegionGraph& region = graph.region(id);
    const auto check = [&](bool holds, const std::string& what) {
        HLO2C_CHECK(holds, "kernels: " + call.kernel.name + " " + what);
    };
    const std::vector<BufferParameter>& parameters = call.kernel.nest.parameters;
    check(parameters.size() == call.arguments.size(), "has an argument for each parameter");
    for (std::size_t i = 0; i < parameters.size(); i++) {
        const KernelArgument& argument = call.arguments[i];
        check(parameters[i].written == argument.written, "writes the parameters that it says it writes");
        if (argument.packed >= 0 || argument.table >= 0) {
            const auto count = argument.packed >= 0 ? call.packed.size() : call.tables.size();
            check(static_cast<std::size_t>(std::max(argument.packed, argument.table)) < count,
                  "reads a weight that it does not have");
            continue;
        }
        check(argument.value != frontend::no_value, "has a parameter for nothing");
        if (argument.written) continue;
        const bool in_memory = region.definition(argument.value) == nullptr ||
                               groups.regions[id].materialised.count(argument.value) > 0 ||
                               group.kind == GroupKind::Control;
        check(in_memory, fmt::format("reads %{}, which is not in memory", argument.value));
    }
}

void check_written(const RegionGraph& region, const Group& group, const std::vector<LoweredKernel>& calls) {
    for (const ValueId root : group.roots) {
        if (region.readers(root).empty()) continue;
        HLO2C_CHECK(is_written(root, calls),
                    fmt::format("kernels: root %{} is written by no kernel of its group", root));
    }
}

}  // namespace

void check_kernels(const FunctionGraph& graph, const FunctionGroups& groups, const FunctionKernels& kernels) {
    for (RegionId id = 0; id < kernels.regions.size(); id++)
        for (std::size_t number = 0; number < kernels.regions[id].size(); number++) {
            const Group& group = groups.regions[id].groups[number];
            const GroupKernels& made = kernels.regions[id][number];
            for (const LoweredKernel& call : made.calls) check_call(graph, groups, id, group, call);
            if (!made.calls.empty()) check_written(graph.region(id), group, made.calls);
            HLO2C_CHECK(!made.calls.empty() || group.kind == GroupKind::Control,
                        fmt::format("kernels: group {} of region {} has none", number, id));
        }
}

}  // namespace hlo2c::scheduler
