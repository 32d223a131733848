#include "scheduler/steps/function_steps.h"

#include "frontend/diagnostic.h"
#include "scheduler/ops/op_rule.h"
#include "scheduler/processes/custom_call.h"
#include "scheduler/steps/buffers.h"
#include "scheduler/steps/calls.h"
#include "scheduler/steps/loops.h"
#include "scheduler/steps/ports.h"
#include "scheduler/steps/processes.h"

namespace hlo2c::scheduler {

using frontend::ValueId;

namespace {

void add_control(StepBuilder& builder, const PendingStep& step, std::vector<Step>& steps) {
    switch (rule_of(*step.control).step) {
        case StepKind::While: return add_loop(builder, step, steps);
        case StepKind::If:
        case StepKind::Case: return add_branch(builder, step, steps);
        case StepKind::CustomCall:
            return is_hook_call(*step.control) ? add_custom_call(builder, step, steps)
                                               : add_process_step(builder, step, steps);
        case StepKind::Collective:
        case StepKind::AsyncStart:
        case StepKind::AsyncDone:
        case StepKind::Transfer:
        case StepKind::PartitionId:
        case StepKind::ReplicaId: return add_process_step(builder, step, steps);
        case StepKind::None:
        case StepKind::Barrier: break;
    }
    broken_invariant("step", __FILE__, __LINE__, "a pending step has an op that runs as a step");
}

}  // namespace

void add_region(StepBuilder& builder, const PendingRegion& region, std::vector<Step>& steps,
                std::int64_t left_out) {
    builder.depth++;
    for (std::size_t s = 0; s < region.steps.size(); s++) {
        const PendingStep& step = region.steps[s];
        const auto before = static_cast<std::ptrdiff_t>(steps.size());
        if (static_cast<std::int64_t>(s) == left_out) continue;
        if (!step.control)
            add_call(builder, step, steps);
        else
            add_control(builder, step, steps);
        if (builder.depth == 1 && !builder.kept_begins.empty()) {
            steps.insert(steps.begin() + before, builder.kept_begins.begin(), builder.kept_begins.end());
            builder.kept_begins.clear();
        }
    }
    builder.depth--;
    end_sends(builder, region, steps);
}

namespace {

void add_inputs(StepBuilder& builder) {
    FunctionPlan& result = builder.result;
    for (std::size_t i = 0; i < result.inputs.size(); i++) {
        Port& port = result.inputs[i];
        const ValueId argument = builder.function.arguments()[i];
        port.content = argument;
        port.buffer = add_buffer(builder, BufferRole::Argument, argument, port.name);
        result.buffers[port.buffer].index = static_cast<int>(i);
        if (builder.sharing.moved.count(argument) == 0) builder.arguments[argument] = port.buffer;
    }
}

void add_outputs(StepBuilder& builder) {
    FunctionPlan& result = builder.result;
    const std::vector<ValueId>& results = builder.pending.body.results;
    for (std::size_t i = 0; i < results.size(); i++) {
        Port& port = result.outputs[i];
        port.buffer = add_buffer(builder, BufferRole::Result, results[i], port.name);
        result.buffers[port.buffer].index = static_cast<int>(i);
        builder.buffers[builder.sharing.place_of(builder.live.variable_of_result(i))] = port.buffer;
    }
}

/// Copies the donated arguments that must move. If the target is the result's memory and the caller passes
/// one address for both, the data is already there.
void move_donated(StepBuilder& builder) {
    FunctionPlan& result = builder.result;
    for (const Port& port : result.inputs) {
        if (builder.arguments.count(static_cast<Variable>(port.content))) continue;
        const BufferId to = buffer_of(builder, static_cast<ValueId>(port.content));
        CopyStep copy{{to, 0}, {port.buffer, 0}, result.buffers[to].bytes};
        copy.unless_shared = result.buffers[to].role == BufferRole::Result;
        result.steps.push_back({copy, 0, "the donated argument " + port.name});
    }
}

}  // namespace

FunctionPlan plan_function(const frontend::Program& program, const PendingFunction& pending, Plan& plan) {
    const frontend::Function& function = *pending.function;
    KernelTable table(plan);
    StepBuilder builder{program, function, pending, table, plan};
    FunctionPlan& result = builder.result;
    result.name = function.name;
    result.inputs = input_ports(program, function);
    result.outputs = output_ports(function);
    builder.live = live_ranges(pending);
    builder.sharing = share_memory(pending, builder.live, result.inputs);
    add_inputs(builder);
    add_outputs(builder);
    move_donated(builder);
    add_region(builder, pending.body, result.steps);
    for (Step& end : builder.kept_ends) result.steps.push_back(std::move(end));
    std::vector<BufferCopy> copies;
    for (std::size_t i = 0; i < result.outputs.size(); i++) {
        const Held made = held(builder, pending.body.results[i]);
        result.outputs[i].content = made.content;
        copies.push_back({result.outputs[i].buffer, made.buffer});
    }
    add_copies(builder, std::move(copies), result.steps, "result");
    return std::move(builder.result);
}

}  // namespace hlo2c::scheduler
