#include "scheduler/steps/function_steps.h"

#include "scheduler/processes/custom_call.h"
#include "scheduler/steps/buffers.h"
#include "scheduler/steps/calls.h"
#include "scheduler/steps/loops.h"
#include "scheduler/steps/ports.h"
#include "scheduler/steps/processes.h"

namespace hlo2c::scheduler {

using frontend::OpCode;
using frontend::ValueId;

void add_region(StepBuilder& builder, const PendingRegion& region, std::vector<Step>& steps,
                std::int64_t left_out) {
    for (std::size_t s = 0; s < region.steps.size(); s++) prepare_loop(builder, region, static_cast<int>(s));
    builder.depth++;
    for (std::size_t s = 0; s < region.steps.size(); s++) {
        const PendingStep& step = region.steps[s];
        const auto before = static_cast<std::ptrdiff_t>(steps.size());
        if (static_cast<std::int64_t>(s) == left_out) continue;
        if (!step.control)
            add_call(builder, region, static_cast<int>(s), steps);
        else if (step.control->code == OpCode::While)
            add_loop(builder, step, steps);
        else if (step.control->code == OpCode::If || step.control->code == OpCode::Case)
            add_branch(builder, step, steps);
        else if (is_hook_call(*step.control))
            add_custom_call(builder, region, static_cast<int>(s), steps);
        else
            add_process_step(builder, step, steps);
        if (builder.depth == 1 && !builder.kept_begins.empty()) {
            steps.insert(steps.begin() + before, builder.kept_begins.begin(), builder.kept_begins.end());
            builder.kept_begins.clear();
        }
    }
    builder.depth--;
    end_sends(builder, region, steps);
}

FunctionPlan plan_function(const frontend::Program& program, const PendingFunction& pending, Plan& plan) {
    const frontend::Function& function = *pending.function;
    KernelTable table(plan);
    StepBuilder builder{program, function, pending, table, plan};
    find_kept_sends(builder);
    FunctionPlan& result = builder.result;
    result.name = function.name;
    result.inputs = input_ports(program, function);
    result.outputs = output_ports(function);
    for (std::size_t i = 0; i < result.inputs.size(); i++) {
        Port& port = result.inputs[i];
        port.buffer = add_buffer(builder, BufferRole::Argument, function.arguments()[i], port.name);
        result.buffers[port.buffer].index = static_cast<int>(i);
        builder.buffers[function.arguments()[i]] = port.buffer;
    }
    const std::vector<ValueId>& results = pending.body.results;
    for (std::size_t i = 0; i < results.size(); i++) {
        Port& port = result.outputs[i];
        port.buffer = add_buffer(builder, BufferRole::Result, results[i], port.name);
        result.buffers[port.buffer].index = static_cast<int>(i);
        const ValueId storage = pending.resolve(results[i]);
        if (builder.use(pending.body, storage).writer >= 0 && !builder.buffers.count(storage))
            builder.buffers[storage] = port.buffer;
    }
    add_region(builder, pending.body, result.steps);
    for (Step& end : builder.kept_ends) result.steps.push_back(std::move(end));
    for (std::size_t i = 0; i < results.size(); i++)
        add_copy(builder, result.outputs[i].buffer, buffer_of(builder, results[i]), result.steps, "result");
    return std::move(builder.result);
}

}  // namespace hlo2c::scheduler
