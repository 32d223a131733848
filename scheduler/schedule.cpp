#include "scheduler/schedule.h"

#include "frontend/text/printer.h"
#include "scheduler/kernels/function_kernels.h"
#include "scheduler/kernels/supported_types.h"
#include "scheduler/loops/finish_loops.h"
#include "scheduler/rewrite/explicit_padding.h"
#include "scheduler/rewrite/process_ops.h"
#include "scheduler/steps/function_steps.h"
#include "scheduler/steps/liveness.h"

namespace hlo2c::scheduler {
namespace {

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
    require_supported_types(program, function);
    const FunctionGraph graph(function);

    const FunctionGroups groups = group_function(graph);
    report("groups", [&] { return to_text(graph, groups); });
    check_groups(graph, groups);
    const FunctionOrder order = order_groups(groups);
    report("order", [&] { return to_text(order); });
    check_order(graph, groups, order);
    FunctionKernels kernels = make_kernels(program, graph, groups, order, target);
    report("lower", [&] { return to_text(kernels); });
    check_kernels(graph, groups, kernels);

    const PendingFunction pending = pending_steps(program, graph, groups, order, std::move(kernels));
    KernelTable table(plan);
    FunctionPlan function_plan = plan_function(program, function, pending, table, plan);

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
