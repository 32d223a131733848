#include "scheduler/merge_plans.h"

#include <fmt/format.h>

#include "frontend/diagnostic.h"

namespace hlo2c::scheduler {
namespace {

void renumber_kernels(std::vector<Step>& steps, const std::vector<KernelId>& numbers) {
    for (Step& step : steps) {
        if (auto* call = std::get_if<CallStep>(&step.action)) {
            call->kernel = numbers.at(call->kernel);
        } else if (auto* loop = std::get_if<WhileStep>(&step.action)) {
            renumber_kernels(loop->condition, numbers);
            renumber_kernels(loop->body, numbers);
        } else if (auto* branch = std::get_if<BranchStep>(&step.action)) {
            for (std::vector<Step>& each : branch->branches) renumber_kernels(each, numbers);
        }
    }
}

}  // namespace

MergedPlan::MergedPlan(std::string program_name, const Target& target) : table_(plan_) {
    plan_.source_file = program_name;
    plan_.program_name = std::move(program_name);
    plan_.target = target;
}

void MergedPlan::add(const Plan& plan, const std::string& function_name) {
    HLO2C_CHECK(plan.functions.size() == 1, "a plan that is merged has one function");
    FunctionPlan function = plan.functions.front();
    function.name = function_name;
    std::vector<KernelId> kernels;
    for (Kernel kernel : plan.kernels) {
        kernel.name = fmt::format("{}_{}", function_name, kernel.name);
        kernels.push_back(table_.intern(std::move(kernel)));
    }
    renumber_kernels(function.steps, kernels);
    std::vector<int> weights;
    for (const Weight& weight : plan.weights) weights.push_back(table_.intern_weight(weight));
    for (Buffer& buffer : function.buffers) {
        if (buffer.role != BufferRole::Weight) continue;
        buffer.index = weights.at(static_cast<std::size_t>(buffer.index));
        const Weight& weight = plan_.weights[static_cast<std::size_t>(buffer.index)];
        buffer.name = weight.name;
        buffer.offset = weight.offset;
    }
    plan_.functions.push_back(std::move(function));
}

}  // namespace hlo2c::scheduler
