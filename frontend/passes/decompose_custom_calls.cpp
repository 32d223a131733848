#include <map>
#include <string>

#include "frontend/ir/attributes.h"
#include "frontend/passes/decompose_rules.h"

namespace hlo2c::frontend {
namespace {

/// Placement, layout and sharding calls: no-ops in one process, if the types stay the same.
Replacement pass_through(Rewriter& rewriter, Op& op) {
    if (op.operands.size() < op.results.size()) return std::nullopt;
    for (std::size_t i = 0; i < op.results.size(); i++)
        if (rewriter.type(op.operands[i]) != rewriter.type(op.results[i])) return std::nullopt;
    return std::vector(op.operands.begin(),
                       op.operands.begin() + static_cast<std::ptrdiff_t>(op.results.size()));
}

/// Uninitialised memory: any content is valid, so zeros.
Replacement allocate_buffer(Rewriter& rewriter, Op& op) {
    if (!op.operands.empty()) return std::nullopt;
    std::vector<ValueId> buffers;
    for (const ValueId result : op.results) {
        if (!rewriter.type(result).is_tensor() || !rewriter.tensor(result).is_static()) return std::nullopt;
        const TensorType& type = rewriter.tensor(result);
        std::vector<std::byte> zero(static_cast<std::size_t>(byte_width(type.element)));
        buffers.push_back(rewriter.emit_constant(Literal(type, std::move(zero), type.element_count() != 1)));
    }
    return buffers;
}

/// Removes an assertion that is known to hold.
Replacement remove_if_true(Rewriter& rewriter, Op& op) {
    const Literal* condition = op.operands.empty() ? nullptr : rewriter.constant(op.operands[0]);
    if (condition == nullptr || !op.results.empty() || condition->integer(0) == 0) return std::nullopt;
    return std::vector<ValueId>{};
}

Replacement decompose_custom_call(Rewriter& rewriter, Op& op) {
    static const std::map<std::string, SimplifyRule> rules = {
        {"AllocateBuffer", allocate_buffer},
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
    const auto rule = rules.find(op[attr::call_target_name]);
    return rule == rules.end() ? std::nullopt : rule->second(rewriter, op);
}

}  // namespace

void add_custom_call_rules(std::map<OpCode, SimplifyRule>& table) {
    table[OpCode::CustomCall] = decompose_custom_call;
}

}  // namespace hlo2c::frontend
