#include "frontend/passes/fill_bounds.h"

#include <algorithm>

#include "frontend/ir/op_set.h"
#include "frontend/ops/op_traits.h"
#include "frontend/passes/bounds_rules.h"
#include "frontend/passes/decompose_rules.h"

namespace hlo2c::frontend {

using bounds::BoundsFilling;

bool is_bounded(const Type& type) {
    return type.is_tensor() && !type.as_tensor().is_static() && !type.as_tensor().bounds.empty();
}

TensorType filled(TensorType type) {
    for (std::size_t d = 0; d < type.shape.size() && d < type.bounds.size(); d++)
        if (type.shape[d] == dynamic_size) type.shape[d] = type.bounds[d];
    type.bounds.clear();
    return type;
}

namespace {

Replacement fill(BoundsFilling& filling, Op& op) {
    const Rewriter& rewriter = filling.rewriter();
    const bool reads = std::any_of(op.operands.begin(), op.operands.end(),
                                   [&](ValueId value) { return filling.reads_sizes(value); });
    const bool makes = std::any_of(op.results.begin(), op.results.end(),
                                   [&](ValueId value) { return is_bounded(rewriter.type(value)); });
    // Results of branches and loops can have run-time sizes that their types do not show.
    const bool sets = op.code == OpCode::SetDimensionSize || has_trait(op.code, op_trait::ControlFlow);
    if (!reads && !makes && !sets) return std::nullopt;
    return bounds::rule_of(op.code)(filling, op);
}

constexpr OpSet with_computed_parameters = {OpCode::DynamicConv, OpCode::DynamicGather, OpCode::DynamicPad,
                                            OpCode::RealDynamicSlice};

}  // namespace

void lower_computed_parameters(Program& program) {
    for (Function& function : program.functions) {
        bool found = false;
        for_each_op(std::as_const(function.body),
                    [&](const Op& op) { found = found || with_computed_parameters.contains(op.code); });
        if (!found) continue;
        const RuleTable none({});
        Rewriter whole(program, function);
        BoundsFilling filling(whole, none);
        whole.run([&](Rewriter& rewriter, Op& op) -> Replacement {
            const auto is_static = [&](ValueId value) { return rewriter.tensor(value).is_static(); };
            if (!with_computed_parameters.contains(op.code) || !is_static(op.results[0]) ||
                !std::all_of(op.operands.begin(), op.operands.end(), is_static))
                return std::nullopt;
            return bounds::rule_of(op.code)(filling, op);
        });
    }
}

void fill_bounds(Program& program) {
    const RuleTable decompositions = {broadcasting_rules, contraction_rules, counted_batch_norm_rules,
                                      custom_call_rules,  indexing_rules,    top_k_rules};
    for (Function& function : program.functions) {
        bool found = false;
        for_each_op(std::as_const(function.body),
                    [&](const Op& op) { found = found || op.code == OpCode::SetDimensionSize; });
        for (const Value& value : function.values) found = found || is_bounded(value.type);
        if (!found) continue;
        Rewriter whole(program, function);
        BoundsFilling filling(whole, decompositions);
        whole.run([&](Rewriter&, Op& op) { return fill(filling, op); });
        take_returned_types(function);
    }
}

}  // namespace hlo2c::frontend
