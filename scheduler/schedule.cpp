#include "scheduler/schedule.h"

#include "frontend/diagnostic.h"
#include "frontend/text/printer.h"
#include "scheduler/groups/grouping.h"
#include "scheduler/loops/finish_loops.h"
#include "scheduler/rewrite/explicit_padding.h"
#include "scheduler/rewrite/process_ops.h"
#include "scheduler/steps/function_planner.h"
#include "scheduler/steps/liveness.h"

namespace hlo2c::scheduler {
namespace {

std::string grouping_text(const frontend::Function& function) {
    const RegionGraph graph(function, function.body);
    return to_text(graph, group_region(graph));
}

std::string loops_text(const Plan& plan) {
    std::string text;
    for (const Kernel& kernel : plan.kernels)
        if (kernel.origin != KernelOrigin::Runtime)
            text += "// " + kernel.name + "\n" + to_text(kernel.nest) + "\n";
    return text;
}

}  // namespace

Plan schedule(frontend::Program program, const Target& target, const StageObserver& observe) {
    const auto report = [&](const char* stage, const std::function<std::string()>& text) {
        if (observe) observe(stage, text);
    };
    Plan plan;
    plan.program_name = program.name;
    const std::size_t slash = program.source_path.rfind('/');
    plan.source_file =
        slash == std::string::npos ? program.source_path : program.source_path.substr(slash + 1);
    plan.target = target;

    prepare_process_ops(program);
    report("process_ops", [&] { return frontend::print_stablehlo_text(program); });
    make_padding_explicit(program);
    report("explicit_padding", [&] { return frontend::print_stablehlo_text(program); });
    const frontend::Function& function = program.main();
    report("groups", [&] { return grouping_text(function); });

    const PendingFunction pending = lower_function(program, function, target);
    KernelTable table(plan);
    FunctionPlan function_plan = plan_function(program, function, pending, target, table, plan);
    report("lower", [&] { return loops_text(plan); });

    for (Kernel& kernel : plan.kernels)
        if (kernel.origin != KernelOrigin::Runtime)
            kernel.nest = finish_loops(std::move(kernel.nest), target, kernel.name);
    report("loops", [&] { return loops_text(plan); });

    place_buffers(function_plan);
    plan.functions.push_back(std::move(function_plan));
    report("memory", [&] { return to_json(plan); });
    return plan;
}

}  // namespace hlo2c::scheduler
