#include "scheduler/steps/pending_steps.h"

#include <fmt/format.h>

#include <algorithm>

#include "frontend/diagnostic.h"
#include "frontend/ir/attributes.h"
#include "scheduler/ops/op_rule.h"
#include "scheduler/processes/custom_call.h"
#include "scheduler/processes/describe.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {
namespace {

class StepMaker {
public:
    StepMaker(const frontend::Program& program, const FunctionGraph& graph, const FunctionGroups& groups,
              const FunctionLayouts& layouts, const FunctionOrder& order, FunctionKernels kernels)
        : program_(program),
          graph_(graph),
          function_(graph.function()),
          groups_(groups),
          order_(order),
          kernels_(std::move(kernels)) {
        result_.function = &function_;
        result_.layouts = &layouts;
        result_.constants = graph.constants();
        frontend::for_each_op(function_.body, [&](const Op& op) {
            const StepKind kind = rule_of(op).step;
            if (kind == StepKind::AsyncStart) result_.starts[op.results[0]] = &op;
            if (kind == StepKind::AsyncDone) result_.ends[op.operands[0]] = &op;
        });
    }

    PendingFunction run() {
        result_.body = region(0);
        return std::move(result_);
    }

private:
    PendingRegion region(RegionId id) {
        const RegionGraph& graph = graph_.region(id);
        PendingRegion pending{&graph.region(), {}, graph.region().ops.back().operands};
        for (const std::size_t number : order_.regions[id]) {
            const int anchor = groups_.regions[id].groups[number].anchor();
            if (rule_of(graph.op(anchor)).step == StepKind::Barrier) continue;
            GroupKernels& kernels = kernels_.regions[id][number];
            for (LoweredKernel& call : kernels.calls) pending.steps.push_back(kernel(std::move(call)));
            if (!kernels.calls.empty()) continue;
            pending.steps.push_back(control(id, anchor));
            pending.steps.back().combiner = std::move(kernels.combiner);
            pending.steps.back().concurrent = kernels.concurrent;
        }
        return pending;
    }

    PendingStep kernel(LoweredKernel lowered) {
        PendingStep step;
        step.lowered = std::move(lowered);
        for (const KernelArgument& argument : step.lowered.arguments) {
            if (argument.value == frontend::no_value) continue;
            const ValueId value = result_.resolve(argument.value);
            if (argument.written) {
                step.writes.push_back(value);
                result_.written.insert(value);
            } else {
                step.reads.insert(value);
            }
        }
        if (step.lowered.updates != frontend::no_value)
            step.reads.insert(result_.resolve(step.lowered.updates));
        return step;
    }

    /// An asynchronous op reads its operands until its end and may write its results from its start on.
    PendingStep process(const Op& op, const Region& around) {
        PendingStep step;
        step.control = &op;
        step.comment = fmt::format("{} {}", frontend::spelling(process_op(op).code),
                                   program_.locations.describe(op.location));
        if (is_hook_call(op))
            step.comment = fmt::format("{} @{} {}", frontend::spelling(op.code), op[attr::call_target_name],
                                       program_.locations.describe(op.location));
        const StepKind kind = step.kind();
        if (kind == StepKind::AsyncStart || step.is_send()) step.comment = "start of " + step.comment;
        const Op* start = &op;
        if (kind == StepKind::AsyncDone) {
            const auto found = result_.starts.find(op.operands[0]);
            HLO2C_CHECK(found != result_.starts.end(), "an async_done ends what an async_start began");
            start = found->second;
            step.comment = fmt::format("end of {}", frontend::spelling(process_op(*start).code));
        }
        for (ValueId operand : start->operands)
            if (function_.type(operand).is_tensor()) step.reads.insert(result_.resolve(operand));
        const std::vector<ValueId>* results = &op.results;
        if (kind == StepKind::AsyncStart) {
            const auto end = result_.ends.find(op.results[0]);
            const bool is_here = end != result_.ends.end() &&
                                 std::any_of(around.ops.begin(), around.ops.end(),
                                             [&](const Op& other) { return &other == end->second; });
            HLO2C_CHECK(is_here, "what an async_start begins ends in the same region");
            results = &end->second->results;
        }
        if (kind != StepKind::AsyncDone)
            for (ValueId value : *results) {
                step.writes.push_back(value);
                result_.written.insert(value);
            }
        return step;
    }

    PendingStep control(RegionId id, int position) {
        const Op& op = graph_.region(id).op(position);
        if (is_process_op(op.code) || rule_of(op).step == StepKind::CustomCall)
            return process(op, graph_.region(id).region());
        PendingStep step;
        step.control = &op;
        step.comment =
            fmt::format("{} {}", frontend::spelling(op.code), program_.locations.describe(op.location));
        for (ValueId operand : op.operands) step.reads.insert(result_.resolve(operand));
        for (const RegionId inner : graph_.inner(id, position)) {
            step.regions.push_back(region(inner));
            const PendingRegion& pending = step.regions.back();
            for (const PendingStep& nested : pending.steps)
                step.reads.insert(nested.reads.begin(), nested.reads.end());
            for (ValueId value : pending.results) step.reads.insert(result_.resolve(value));
        }
        for (ValueId value : op.results) {
            step.writes.push_back(value);
            result_.written.insert(value);
        }
        return step;
    }

    const frontend::Program& program_;
    const FunctionGraph& graph_;
    const Function& function_;
    const FunctionGroups& groups_;
    const FunctionOrder& order_;
    FunctionKernels kernels_;
    PendingFunction result_;
};

}  // namespace

StepKind PendingStep::kind() const {
    return control != nullptr ? rule_of(*control).step : StepKind::None;
}

bool PendingStep::is_send() const {
    return kind() == StepKind::Transfer && rule_of(*control).transfer == TransferKind::Send;
}

PendingFunction pending_steps(const frontend::Program& program, const FunctionGraph& graph,
                              const FunctionGroups& groups, const FunctionLayouts& layouts,
                              const FunctionOrder& order, FunctionKernels kernels) {
    return StepMaker(program, graph, groups, layouts, order, std::move(kernels)).run();
}

}  // namespace hlo2c::scheduler
