#include "scheduler/merge_plans.h"

#include "frontend/diagnostic.h"

namespace hlo2c::scheduler {
namespace {

/// The numbers that the parts of one plan get in the merged plan.
struct Numbers {
    std::vector<KernelId> kernels;
    std::uint32_t first_collective = 0, first_transfer = 0, first_custom_call = 0;
};

void renumber(Step& step, const Numbers& numbers) {
    if (auto* call = std::get_if<CallStep>(&step.action))
        call->kernel = numbers.kernels.at(call->kernel);
    else if (auto* collective = std::get_if<CollectiveStep>(&step.action))
        collective->collective += numbers.first_collective;
    else if (auto* transfer = std::get_if<TransferStep>(&step.action))
        transfer->transfer += numbers.first_transfer;
    else if (auto* custom = std::get_if<CustomCallStep>(&step.action))
        custom->custom_call += numbers.first_custom_call;
}

}  // namespace

MergedPlan::MergedPlan(std::string program_name, std::string source_file, const Target& target)
    : table_(plan_) {
    plan_.source_file = std::move(source_file);
    plan_.program_name = std::move(program_name);
    plan_.target = target;
}

void MergedPlan::add(const Plan& plan, const std::string& function_name) {
    HLO2C_CHECK(plan.functions.size() == 1, "a plan that is merged has one function");
    plan_.float_rules = plan.float_rules;
    FunctionPlan function = plan.functions.front();
    function.name = function_name;
    Numbers numbers{{},
                    static_cast<std::uint32_t>(plan_.collectives.size()),
                    static_cast<std::uint32_t>(plan_.transfers.size()),
                    static_cast<std::uint32_t>(plan_.custom_calls.size())};
    for (const Kernel& kernel : plan.kernels) numbers.kernels.push_back(table_.intern(kernel));
    for_each_step(function.steps, [&](Step& step) { renumber(step, numbers); });
    std::vector<int> combiners;
    for (Combiner combiner : plan.combiners) {
        combiner.block_kernel = numbers.kernels.at(combiner.block_kernel);
        combiner.single_kernel = numbers.kernels.at(combiner.single_kernel);
        combiners.push_back(table_.intern(std::move(combiner)));
    }
    for (Collective collective : plan.collectives) {
        if (collective.combiner >= 0)
            collective.combiner = combiners.at(static_cast<std::size_t>(collective.combiner));
        plan_.collectives.push_back(std::move(collective));
    }
    plan_.transfers.insert(plan_.transfers.end(), plan.transfers.begin(), plan.transfers.end());
    plan_.custom_calls.insert(plan_.custom_calls.end(), plan.custom_calls.begin(), plan.custom_calls.end());
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
