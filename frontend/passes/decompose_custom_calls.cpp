#include <map>
#include <string>

#include "frontend/passes/decompose_rules.h"

namespace hlo2c::frontend {
namespace {

/// Places, layouts and shardings: nothing happens in one process, where the types stay as they are.
Replacement pass_through(Rewriter& rewriter, Op& op) {
    if (op.operands.empty() || op.results.size() != 1 ||
        rewriter.type(op.operands[0]) != rewriter.type(op.results[0]))
        return std::nullopt;
    return std::vector{op.operands[0]};
}

/// An assertion that is known to hold.
Replacement remove_if_true(Rewriter& rewriter, Op& op) {
    const Literal* condition = op.operands.empty() ? nullptr : rewriter.constant(op.operands[0]);
    if (condition == nullptr || !op.results.empty() || condition->integer(0) == 0) return std::nullopt;
    return std::vector<ValueId>{};
}

Replacement decompose_custom_call(Rewriter& rewriter, Op& op) {
    static const std::map<std::string, SimplifyRule> rules = {
        {"ApproxTopK", decompose_approximate_top_k},
        {"LayoutConstraint", pass_through},
        {"MoveToDevice", pass_through},
        {"MoveToHost", pass_through},
        {"PartialReduce", decompose_approximate_top_k},
        {"Pin", pass_through},
        {"SPMDFullToShardShape", pass_through},
        {"SPMDShardToFullShape", pass_through},
        {"Sharding", pass_through},
        {"TopK", decompose_custom_top_k},
        {"Unpin", pass_through},
        {"annotate_device_placement", pass_through},
        {"mhlo.topk", decompose_custom_top_k},
        {"shape_assertion", remove_if_true},
        {"stablehlo.dynamic_approx_top_k", decompose_approximate_top_k},
        {"stablehlo.dynamic_top_k", decompose_custom_top_k},
        {"stablehlo.shape_refinement_operand_wrapper", pass_through},
        {"xla.sdy.FuncResultSharding", pass_through},
        {"xla.sdy.PropagationBarrier", pass_through},
    };
    const auto rule = rules.find(op.text("call_target_name", ""));
    return rule == rules.end() ? std::nullopt : rule->second(rewriter, op);
}

}  // namespace

void add_custom_call_rules(std::map<OpCode, SimplifyRule>& table) {
    table[OpCode::CustomCall] = decompose_custom_call;
}

}  // namespace hlo2c::frontend
