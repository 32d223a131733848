#include "frontend/passes/simplify.h"

#include <algorithm>

#include "frontend/ops/op_traits.h"
#include "frontend/ops/removable.h"
#include "frontend/passes/simplify_rules.h"

namespace hlo2c::frontend {
namespace {

/// Replaces results without elements by constants. The scheduler relies on every kernel having something to
/// compute.
Replacement simplify_without_elements(Rewriter& rewriter, const Op& op) {
    if (op.code == OpCode::Constant || !has_trait(op.code, op_trait::Pure) || !is_removable(op))
        return std::nullopt;
    const bool has_none = std::all_of(op.results.begin(), op.results.end(), [&](ValueId result) {
        if (!rewriter.type(result).is_tensor()) return false;
        const TensorType& type = rewriter.tensor(result);
        return type.is_static() && type.element_count() == 0;
    });
    if (!has_none) return std::nullopt;
    std::vector<ValueId> constants;
    for (ValueId result : op.results) {
        const TensorType type = rewriter.tensor(result);
        constants.push_back(rewriter.emit_constant(Literal(type, SharedBytes())));
    }
    return constants;
}

}  // namespace

void simplify(Program& program) {
    const RuleTable table = {arithmetic_rules, movement_rules, selection_rules, control_rules, dynamic_rules};
    for (Function& function : program.functions)
        Rewriter(program, function).run([&](Rewriter& rewriter, Op& op) -> Replacement {
            if (auto constants = simplify_without_elements(rewriter, op)) return constants;
            const SimplifyRule rule = table.find(op.code);
            return rule == nullptr ? std::nullopt : rule(rewriter, op);
        });
}

}  // namespace hlo2c::frontend
