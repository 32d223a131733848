#include "driver/plan_cost.h"

#include <variant>

namespace hlo2c::driver {
namespace {

using scheduler::Step;

PlanCost steps_cost(const scheduler::Plan& plan, const std::vector<Step>& steps);

void add(PlanCost& total, const PlanCost& part, std::int64_t times = 1) {
    total.flops += part.flops * times;
    total.bytes += part.bytes * times;
    total.steps += part.steps * times;
    total.known = total.known && part.known;
}

struct StepCost {
    const scheduler::Plan& plan;

    PlanCost operator()(const scheduler::CallStep& step) const {
        const scheduler::Kernel& kernel = plan.kernels[step.kernel];
        return {kernel.flops, kernel.bytes, true};
    }
    PlanCost operator()(const scheduler::CopyStep& step) const { return {0, 2 * step.bytes, true}; }
    PlanCost operator()(const scheduler::CollectiveStep& step) const {
        const scheduler::Collective& collective = plan.collectives[step.collective];
        return step.phase == scheduler::Phase::Done
                   ? PlanCost{0, 0, true}
                   : PlanCost{0, collective.input_bytes + collective.output_bytes, true};
    }
    PlanCost operator()(const scheduler::TransferStep& step) const {
        const bool moves = step.phase == scheduler::Phase::Whole || step.phase == scheduler::Phase::Start;
        return {0, moves ? plan.transfers[step.transfer].bytes : 0, true};
    }
    PlanCost operator()(const scheduler::CustomCallStep& step) const {
        const scheduler::CustomCall& call = plan.custom_calls[step.custom_call];
        PlanCost cost{0, 0, true};
        for (const auto* tensors : {&call.inputs, &call.outputs})
            for (const scheduler::CustomCallTensor& tensor : *tensors) cost.bytes += tensor.bytes;
        return cost;
    }
    PlanCost operator()(const scheduler::ProcessIdStep&) const { return {0, 4, true}; }
    PlanCost operator()(const scheduler::WhileStep& step) const {
        const bool known = step.trip_count >= 0;
        PlanCost cost{0, 0, known};
        add(cost, steps_cost(plan, step.condition), known ? step.trip_count + 1 : 1);
        add(cost, steps_cost(plan, step.body), known ? step.trip_count : 1);
        return cost;
    }
    PlanCost operator()(const scheduler::BranchStep& step) const {
        PlanCost dearest;
        for (const std::vector<Step>& branch : step.branches) {
            const PlanCost cost = steps_cost(plan, branch);
            if (cost.flops + cost.bytes >= dearest.flops + dearest.bytes) dearest = cost;
        }
        return dearest;
    }
};

PlanCost steps_cost(const scheduler::Plan& plan, const std::vector<Step>& steps) {
    PlanCost total;
    for (const Step& step : steps) add(total, std::visit(StepCost{plan}, step.action));
    total.steps += static_cast<std::int64_t>(steps.size());
    return total;
}

}  // namespace

PlanCost plan_cost(const scheduler::Plan& plan, const scheduler::FunctionPlan& function) {
    return steps_cost(plan, function.steps);
}

}  // namespace hlo2c::driver
