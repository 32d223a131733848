#include "scheduler/schedule.h"

#include <array>
#include <nlohmann/json.hpp>

#include "frontend/forms/text/json_printer.h"
#include "frontend/forms/text/printer.h"
#include "frontend/ops/verify.h"
#include "scheduler/kernels/function_kernels.h"
#include "scheduler/kernels/schedule_requests.h"
#include "scheduler/kernels/share_weights.h"
#include "scheduler/kernels/supported_ops.h"
#include "scheduler/loops/finish_loops.h"
#include "scheduler/loops/loop_nest_json.h"
#include "scheduler/loops/touched_bytes.h"
#include "scheduler/ops/op_rule.h"
#include "scheduler/rewrite/convolution_phases.h"
#include "scheduler/rewrite/cumulative_windows.h"
#include "scheduler/rewrite/double_loops.h"
#include "scheduler/rewrite/error_functions.h"
#include "scheduler/rewrite/explicit_padding.h"
#include "scheduler/rewrite/features_last.h"
#include "scheduler/rewrite/filled_state.h"
#include "scheduler/rewrite/flat_gathers.h"
#include "scheduler/rewrite/gathered_rows.h"
#include "scheduler/rewrite/line_sums.h"
#include "scheduler/rewrite/loop_matrices.h"
#include "scheduler/rewrite/narrow_integers.h"
#include "scheduler/rewrite/one_hot_products.h"
#include "scheduler/rewrite/process_ops.h"
#include "scheduler/rewrite/short_reductions.h"
#include "scheduler/rewrite/skip_masked_columns.h"
#include "scheduler/rewrite/split_contractions.h"
#include "scheduler/rewrite/split_reductions.h"
#include "scheduler/rewrite/spread_convolution.h"
#include "scheduler/rewrite/tile_lines.h"
#include "scheduler/rewrite/tile_operands.h"
#include "scheduler/rewrite/unread_states.h"
#include "scheduler/steps/function_steps.h"
#include "scheduler/steps/liveness.h"

namespace hlo2c::scheduler {
namespace {

/// The result of a stage whose value prints itself.
template <typename... Values>
StageResult result_of(const Values&... values) {
    return {[&] { return to_text(values...); }, [&] { return json_of(values...); }};
}

std::string loops_text(const Plan& plan) {
    std::string text;
    for (const Kernel& kernel : plan.kernels)
        if (kernel.origin != KernelOrigin::Runtime)
            text += "// " + kernel.name + "\n" + to_text(kernel.nest) + "\n";
    return text;
}

nlohmann::ordered_json loops_json(const Plan& plan) {
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    for (const Kernel& kernel : plan.kernels)
        if (kernel.origin != KernelOrigin::Runtime)
            json.push_back({{"name", kernel.name}, {"nest", json_of(kernel.nest)}});
    return json;
}

/// Runs the loop passes, which verify every nest and prove its bounds, and counts what the loops touch.
void finish_kernels(Plan& plan) {
    for (Kernel& kernel : plan.kernels) {
        if (kernel.origin == KernelOrigin::Runtime) continue;
        kernel.nest = finish_loops(std::move(kernel.nest), plan.target, kernel.name, plan.float_rules);
        kernel.bytes = touched_bytes(kernel.nest);
    }
}

Plan empty_plan(const frontend::Program& program, const Target& target, FloatRules rules) {
    Plan plan;
    plan.program_name = program.name;
    plan.source_file = program.source_path.substr(program.source_path.rfind('/') + 1);
    plan.target = target;
    plan.float_rules = rules;
    return plan;
}

struct Rewrite {
    const char* name;
    void (*run)(frontend::Program& program, const Target& target, FloatRules rules);
};

template <void (*rewrite)(frontend::Program& program)>
void for_any_target(frontend::Program& program, const Target&, FloatRules) {
    rewrite(program);
}

template <void (*rewrite)(frontend::Program& program)>
void for_fast_floats(frontend::Program& program, const Target&, FloatRules rules) {
    if (rules == FloatRules::Fast) rewrite(program);
}

void gather_one_hot(frontend::Program& program, const Target&, FloatRules rules) {
    gather_one_hot_products(program, rules);
}

void tile_for_cache(frontend::Program& program, const Target& target, FloatRules) {
    tile_operands(program, target.l2_bytes, target.cores);
}

void tile_lines_for_cache(frontend::Program& program, const Target& target, FloatRules) {
    tile_lines(program, target);
}

void narrow_for_vectors(frontend::Program& program, const Target& target, FloatRules) {
    narrow_integers(program, target);
}

constexpr auto rewrites = std::to_array<Rewrite>({
    {"process_ops", for_any_target<prepare_process_ops>},
    {"error_functions", for_fast_floats<recognise_error_functions>},
    {"one_hot_products", gather_one_hot},
    {"spread_convolution", for_any_target<spread_convolutions>},
    {"convolution_phases", for_any_target<split_convolution_phases>},
    {"cumulative_windows", for_any_target<block_cumulative_windows>},
    {"explicit_padding", for_any_target<make_padding_explicit>},
    {"features_last", for_any_target<move_features_last>},
    {"skip_masked_columns", for_any_target<skip_masked_columns>},
    {"tile_operands", tile_for_cache},
    {"tile_lines", tile_lines_for_cache},
    {"split_contractions", for_any_target<split_contractions>},
    {"unread_states", for_any_target<mark_unread_states>},
    {"loop_matrices", for_any_target<transpose_loop_matrices>},
    {"narrow_integers", narrow_for_vectors},
    {"double_loops", for_any_target<double_loops>},
    {"split_reductions", for_any_target<split_reductions>},
    {"line_sums", for_any_target<sum_lines_first>},
    {"short_reductions", for_any_target<unroll_short_reductions>},
    {"flat_gathers", for_any_target<flatten_gathers>},
    {"gathered_rows", for_any_target<gather_rows>},
    {"filled_state", for_any_target<fill_states>},
});

/// True if `prepare_process_ops` left a form that only steps know: transfers without tokens, and asynchronous
/// regions that read values from outside.
bool has_process_form(const frontend::Program& program) {
    bool found = false;
    frontend::for_each_op(program.main().body, [&](const frontend::Op& op) {
        const StepKind step = rule_of(op).step;
        found = found || step == StepKind::Transfer || step == StepKind::AsyncStart;
    });
    return found;
}

/// Prepares the program for scheduling.
frontend::Program rewritten(frontend::Program program, const Target& target, FloatRules rules,
                            const StageObserver& observe) {
    for (const Rewrite& each : rewrites) {
        each.run(program, target, rules);
        if (!has_process_form(program)) frontend::verify(program);
        if (observe) observe(each.name, program_result(program));
    }
    require_supported_ops(program);
    return program;
}

FunctionGroups checked_groups(const FunctionGraph& graph, FloatRules rules, const StageObserver& observe) {
    FunctionGroups groups = group_function(graph, rules == FloatRules::Fast);
    if (observe) observe("groups", result_of(graph, groups));
    check_groups(graph, groups);
    return groups;
}

FunctionLayouts checked_layouts(const FunctionGraph& graph, const FunctionGroups& groups,
                                const StageObserver& observe) {
    FunctionLayouts layouts = layouts_of(graph, groups);
    if (observe) observe("layout", result_of(graph, layouts));
    check_layouts(graph, groups, layouts);
    return layouts;
}

FunctionOrder checked_order(const FunctionGraph& graph, const FunctionGroups& groups,
                            const FunctionLayouts& layouts, const StageObserver& observe) {
    FunctionOrder order = order_groups(graph, groups, layouts);
    if (observe) observe("order", result_of(order));
    check_order(graph, groups, layouts, order);
    return order;
}

FunctionSchedules scheduled(const GroupedProgram& grouped) {
    FunctionSchedules schedules = schedule_groups(grouped.graph, grouped.groups, grouped.layouts,
                                                  grouped.target, grouped.choice, grouped.rules);
    schedule_requests(grouped.graph, grouped.groups, grouped.order, schedules);
    return schedules;
}

}  // namespace

StageResult program_result(const frontend::Program& program) {
    return {[&] { return frontend::print_stablehlo_text(program); },
            [&] { return frontend::json_of(program); }};
}

GroupedProgram::GroupedProgram(frontend::Program read, Target for_target, FloatRules float_rules,
                               ScheduleChoice chosen, const StageObserver& observe)
    : program(rewritten(std::move(read), for_target, float_rules, observe)),
      target(std::move(for_target)),
      rules(float_rules),
      choice(std::move(chosen)),
      graph(program.main()),
      groups(checked_groups(graph, rules, observe)),
      layouts(checked_layouts(graph, groups, observe)),
      order(checked_order(graph, groups, layouts, observe)),
      schedules(scheduled(*this)) {}

void add_weight_readers(const GroupedProgram& grouped, LibraryWeights& weights) {
    add_weight_readers(grouped.graph, grouped.groups, grouped.layouts, grouped.schedules, weights);
}

Plan schedule(GroupedProgram& grouped, const StageObserver& observe, const LibraryWeights* weights,
              const KernelProgress& progress) {
    const frontend::Program& program = grouped.program;
    const Target& target = grouped.target;
    const FunctionGraph& graph = grouped.graph;
    const FunctionGroups& groups = grouped.groups;
    FunctionSchedules& schedules = grouped.schedules;
    const auto show = [&](const char* stage, const StageResult& result) {
        if (observe) observe(stage, result);
    };
    Plan plan = empty_plan(program, target, grouped.rules);

    LibraryWeights own;
    if (weights == nullptr) add_weight_readers(grouped, own);
    share_weights(graph, groups, grouped.layouts, target, weights != nullptr ? *weights : own, grouped.choice,
                  schedules);
    show("schedule", result_of(schedules));
    check_schedules(groups, schedules);
    plan.choices = problem_choices(schedules);

    const FunctionCombiners combiners = combiner_programs(program, graph);
    show("combiners", result_of(combiners));

    FunctionKernels kernels = make_kernels(program, graph, groups, grouped.layouts, grouped.order, schedules,
                                           combiners, target, progress);
    show("lower", result_of(kernels));
    check_kernels(graph, groups, kernels);

    FunctionPlan function = plan_function(
        program, pending_steps(program, graph, groups, grouped.layouts, grouped.order, std::move(kernels)),
        plan);
    show("steps", {[&] { return to_text(function, plan); }, [&] { return json_of(function); }});
    check_steps(function, plan);

    finish_kernels(plan);
    show("loops", {[&] { return loops_text(plan); }, [&] { return loops_json(plan); }});

    place_buffers(function, plan.kernels, target.value_pools());
    check_contents(function, plan);
    check_parallel_loops(function, plan);
    plan.functions.push_back(std::move(function));
    show("memory", {[&] { return memory_text(plan); }, [&] { return json_of(plan); }});
    return plan;
}

Plan schedule(frontend::Program program, const Target& target, const StageObserver& observe, FloatRules rules,
              const ScheduleChoice& choice) {
    GroupedProgram grouped(std::move(program), target, rules, choice, observe);
    return schedule(grouped, observe);
}

}  // namespace hlo2c::scheduler
