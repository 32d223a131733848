#include "scheduler/kernels/function_kernels.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "frontend/diagnostic.h"
#include "scheduler/error_numbers.h"
#include "scheduler/halide/lower_group.h"
#include "scheduler/kernels/combiner.h"
#include "scheduler/kernels/kernel_form.h"
#include "scheduler/layout/lowering_context.h"
#include "scheduler/loops/deinterleave.h"
#include "scheduler/loops/known_positions.h"
#include "scheduler/loops/loop_nest_json.h"
#include "scheduler/loops/walk.h"
#include "scheduler/ops/op_rule.h"
#include "scheduler/processes/describe.h"
#include "scheduler/runtime/lower_runtime.h"

namespace hlo2c::scheduler {
namespace {

using frontend::Op;
using frontend::ValueId;

/// A form that has been lowered, and its kernel.
struct KnownKernel {
    KernelForm form;
    LoweredKernel kernel;
};

class KernelMaker {
public:
    KernelMaker(const frontend::Program& program, const FunctionGraph& graph, const FunctionGroups& groups,
                const FunctionLayouts& layouts, const FunctionOrder& order,
                const FunctionSchedules& schedules, const FunctionCombiners& combiners, const Target& target,
                const std::function<void(double share)>& progress)
        : program_(program),
          graph_(graph),
          groups_(groups),
          layouts_(layouts),
          order_(order),
          schedules_(schedules),
          combiners_(combiners),
          target_(target),
          progress_(progress) {}

    FunctionKernels run() {
        for (const Grouping& grouping : groups_.regions) {
            result_.regions.emplace_back(grouping.groups.size());
            group_count_ += grouping.groups.size();
        }
        region(0);
        return std::move(result_);
    }

private:
    /// Visits inner regions where their op runs, so that the first op that is refused is the first that would
    /// run.
    void region(RegionId id) {
        const LoweringContext context{graph_.region(id), groups_.regions[id], layouts_, graph_.constants()};
        for (const std::size_t number : order_.regions[id]) {
            const Group& group = groups_.regions[id].groups[number];
            result_.regions[id][number] = kernels(context, group, schedules_.regions[id][number]);
            made_++;
            if (progress_) progress_(static_cast<double>(made_) / static_cast<double>(group_count_));
            for (const RegionId inner : graph_.inner(id, group.anchor())) region(inner);
        }
    }

    GroupKernels kernels(const LoweringContext& context, const Group& group,
                         const ScheduledGroup& scheduled) {
        GroupKernels made;
        if (const auto* requests = std::get_if<RequestsSchedule>(&scheduled.chosen.schedule))
            made.concurrent = requests->concurrent;
        const Op& anchor = context.graph.op(group.anchor());
        if (group.kind != GroupKind::Control) {
            made.calls.push_back(lowered(context, group, scheduled));
            made.calls.back().kernel.is_tuned = scheduled.chosen.is_tuned;
        } else if (auto calls = is_collective(anchor)
                                    ? std::nullopt
                                    : lower_runtime(graph_.function(), anchor, scheduled.chosen.schedule)) {
            made.calls = std::move(*calls);
            require_results(context.graph, anchor, made.calls);
        } else if (const Op& op = process_op(anchor); is_collective(op) && !op.regions.empty()) {
            made.combiner = lower_combiner(program_, op, combiners_.of(op), target_);
        }
        for (LoweredKernel& call : made.calls) add_sources(context, group, call.kernel);
        return made;
    }

    /// Lowers each form of kernel once.
    LoweredKernel lowered(const LoweringContext& context, const Group& group,
                          const ScheduledGroup& scheduled) {
        const std::string problem = to_text(scheduled.problem.problem);
        const KernelForm form(context, group, scheduled);
        std::vector<KnownKernel>& known = known_[problem];
        const auto equal = std::find_if(known.begin(), known.end(),
                                        [&](const KnownKernel& each) { return each.form == form; });
        if (equal != known.end()) return with_values(equal->kernel, equal->form.values(), form.values());
        LoweredKernel made =
            halide::lower_group({context, group, target_, scheduled.problem, scheduled.chosen.schedule});
        made.kernel.nest = load_known_positions(made.kernel.nest);
        drop_unread_positions(made);
        made.kernel.nest = deinterleave(made.kernel.nest, target_.l1_bytes / 2);
        made.kernel.problem = problem;
        known.push_back({form, made});
        return made;
    }

    /// Drops the parameters for constants whose elements the loops have in place of loads.
    static void drop_unread_positions(LoweredKernel& kernel) {
        LoopNest& nest = kernel.kernel.nest;
        for (std::size_t i = nest.parameters.size(); i-- > 0;) {
            if (nest.parameters[i].contents.empty() || loads(nest, nest.parameters[i].name)) continue;
            const auto at = static_cast<std::ptrdiff_t>(i);
            nest.parameters.erase(nest.parameters.begin() + at);
            kernel.arguments.erase(kernel.arguments.begin() + at);
        }
    }

    static bool loads(const LoopNest& nest, const std::string& buffer) {
        bool found = false;
        for_each_below(nest, {nest.body}, [&](NodeId id) {
            found = found || (nest[id].kind == NodeKind::Load && nest[id].symbol == buffer);
        });
        return found;
    }

    /// The kernel with each value replaced by the one at the same place in `to`.
    static LoweredKernel with_values(LoweredKernel kernel, const std::vector<ValueId>& from,
                                     const std::vector<ValueId>& to) {
        const auto replace = [&](ValueId& value) {
            if (value == frontend::no_value) return;
            const auto found = std::lower_bound(from.begin(), from.end(), value);
            HLO2C_CHECK(found != from.end() && *found == value, "a kernel uses a value that its form has");
            value = to[static_cast<std::size_t>(found - from.begin())];
        };
        for (KernelArgument& argument : kernel.arguments) replace(argument.value);
        for (PackedWeight& packed : kernel.packed) replace(packed.source);
        replace(kernel.updates);
        return kernel;
    }

    /// A function of the runtime may leave out results that programs have no use for.
    void require_results(const RegionGraph& region, const Op& op,
                         const std::vector<LoweredKernel>& calls) const {
        for (std::size_t i = 0; i < op.results.size() && !calls.empty(); i++) {
            if (region.readers(op.results[i]).empty() || is_written(op.results[i], calls)) continue;
            unsupported(lowering_error::op, frontend::place_of(program_, op),
                        fmt::format("result {} of this call is read, but it is not computed", i),
                        "Do not use this result.");
        }
    }

    void add_sources(const LoweringContext& context, const Group& group, Kernel& kernel) const {
        const auto add = [](std::vector<std::string>& list, std::string text) {
            if (!text.empty() && std::find(list.begin(), list.end(), text) == list.end())
                list.push_back(std::move(text));
        };
        for (const int member : group.members()) {
            const frontend::LocationId location = context.graph.op(member).location;
            add(kernel.scopes, program_.locations.scope(location));
            add(kernel.sources, program_.locations.describe(location));
        }
    }

    const frontend::Program& program_;
    const FunctionGraph& graph_;
    const FunctionGroups& groups_;
    const FunctionLayouts& layouts_;
    const FunctionOrder& order_;
    const FunctionSchedules& schedules_;
    const FunctionCombiners& combiners_;
    const Target& target_;
    const std::function<void(double share)>& progress_;
    std::size_t group_count_ = 0, made_ = 0;
    FunctionKernels result_;
    std::map<std::string, std::vector<KnownKernel>> known_;  ///< by the text of their problem
};

}  // namespace

FunctionKernels make_kernels(const frontend::Program& program, const FunctionGraph& graph,
                             const FunctionGroups& groups, const FunctionLayouts& layouts,
                             const FunctionOrder& order, const FunctionSchedules& schedules,
                             const FunctionCombiners& combiners, const Target& target,
                             const std::function<void(double share)>& progress) {
    return KernelMaker(program, graph, groups, layouts, order, schedules, combiners, target, progress).run();
}

namespace {

/// The kernels in the order of regions and groups.
std::vector<const Kernel*> all_kernels(const FunctionKernels& kernels) {
    std::vector<const Kernel*> all;
    for (const std::vector<GroupKernels>& region : kernels.regions)
        for (const GroupKernels& group : region) {
            for (const LoweredKernel& call : group.calls) all.push_back(&call.kernel);
            if (group.combiner) all.insert(all.end(), {&group.combiner->block, &group.combiner->single});
        }
    return all;
}

}  // namespace

std::string to_text(const FunctionKernels& kernels) {
    std::string text;
    for (const Kernel* kernel : all_kernels(kernels)) {
        text += "// " + kernel->name + "\n";
        text += kernel->origin == KernelOrigin::Runtime ? "call " + kernel->runtime_function + "\n"
                                                        : to_text(kernel->nest);
        text += "\n";
    }
    return text;
}

nlohmann::ordered_json json_of(const FunctionKernels& kernels) {
    using Json = nlohmann::ordered_json;
    Json json = Json::array();
    for (const Kernel* kernel : all_kernels(kernels)) {
        json.push_back({{"name", kernel->name}});
        if (kernel->origin == KernelOrigin::Runtime)
            json.back()["calls"] = kernel->runtime_function;
        else
            json.back()["nest"] = json_of(kernel->nest);
    }
    return json;
}

}  // namespace hlo2c::scheduler
