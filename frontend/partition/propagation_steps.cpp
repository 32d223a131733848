#include <algorithm>

#include "frontend/ir/op_set.h"
#include "frontend/ops/op_traits.h"
#include "frontend/partition/propagation.h"

namespace hlo2c::frontend {
namespace {

constexpr OpSet movements = {OpCode::OptimizationBarrier, OpCode::Reshape, OpCode::Transpose};
constexpr OpSet slices = {OpCode::DynamicSlice, OpCode::DynamicUpdateSlice};

class StepCollector {
public:
    explicit StepCollector(const Function& function) : function_(function), uses_(function.values.size()) {
        for_each_op(function.body, [&](const Op& op) {
            for (const ValueId operand : op.operands) uses_[operand]++;
        });
    }

    std::vector<PropagationStep> run() {
        visit(function_.body);
        return std::move(steps_);
    }

private:
    void visit(const Region& region) {
        for (const Op& op : region.ops) {
            if (std::optional<ShardingRule> rule = sharding_rule(function_, op)) add(op, std::move(*rule));
            const bool has_values_from_outside =
                has_trait(op.code, op_trait::ControlFlow) || op.code == OpCode::SdyManualComputation;
            for (std::size_t i = 0; has_values_from_outside && i < op.regions.size(); i++)
                visit(op.regions[i]);
            if (has_trait(op.code, op_trait::ControlFlow)) add_edges(op);
        }
    }

    void add(const Op& op, ShardingRule rule) {
        PropagationStep step{std::move(rule), op.operands, op.results};
        step.is_elementwise = is_elementwise(function_, op);
        if (step.is_elementwise || movements.contains(op.code)) step.kind = StepKind::Elementwise;
        if (slices.contains(op.code)) step.kind = StepKind::DynamicSlice;
        if (op.code == OpCode::BroadcastInDim) step.kind = StepKind::Broadcast;
        step.is_single_use = std::all_of(op.operands.begin(), op.operands.end(), [&](ValueId operand) {
            return uses_[operand] <= 1 || !function_.type(operand).is_tensor() ||
                   function_.tensor(operand).rank() == 0;
        });
        steps_.push_back(std::move(step));
    }

    /// A carry is one value in all its places; a result of a branch is what each branch returns.
    void add_edges(const Op& op) {
        for (std::size_t i = 0; i < op.results.size(); i++) {
            if (!function_.type(op.results[i]).is_tensor()) continue;
            std::vector<ValueId> sources, targets = {op.results[i]};
            if (has_trait(op.code, op_trait::Looping)) {
                sources = {op.operands[i], op.regions.back().ops.back().operands[i]};
                for (const Region& region : op.regions) targets.push_back(region.arguments[i]);
            } else {
                for (const Region& region : op.regions) sources.push_back(region.ops.back().operands[i]);
            }
            PropagationStep step{
                identity_rule(function_.tensor(op.results[i]).shape, sources.size(), targets.size()),
                std::move(sources), std::move(targets), StepKind::Elementwise};
            step.is_single_use = std::all_of(step.operands.begin(), step.operands.end(),
                                             [&](ValueId source) { return uses_[source] <= 1; });
            steps_.push_back(std::move(step));
        }
    }

    const Function& function_;
    std::vector<int> uses_;
    std::vector<PropagationStep> steps_;
};

}  // namespace

std::vector<PropagationStep> propagation_steps(const Function& function) {
    return StepCollector(function).run();
}

}  // namespace hlo2c::frontend
