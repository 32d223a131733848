#include "frontend/ir/attributes.h"
#include "frontend/passes/simplify_rules.h"

namespace hlo2c::frontend {
namespace {

Replacement simplify_if(Rewriter& rewriter, Op& op) {
    const Literal* condition = rewriter.constant(op.operands[0]);
    if (condition == nullptr) return std::nullopt;
    return rewriter.splice(std::move(op.regions[condition->integer(0) != 0 ? 0 : 1]));
}

Replacement simplify_case(Rewriter& rewriter, Op& op) {
    const auto count = static_cast<std::int64_t>(op.regions.size());
    const Literal* index = rewriter.constant(op.operands[0]);
    if (index == nullptr && count != 1) return std::nullopt;
    const std::int64_t chosen = index != nullptr ? index->integer(0) : 0;
    return rewriter.splice(
        std::move(op.regions[static_cast<std::size_t>(chosen < 0 || chosen >= count ? count - 1 : chosen)]));
}

/// A loop whose condition is a constant false yields its operands.
Replacement simplify_while(Rewriter& rewriter, Op& op) {
    const Region& condition = op.regions[0];
    const ValueId returned = condition.ops.back().operands.at(0);
    const Literal* known = rewriter.constant(returned);
    for (const Op& inner : condition.ops)
        if (inner.code == OpCode::Constant && inner.results[0] == returned) known = &inner[attr::value];
    if (known == nullptr || known->integer(0) != 0) return std::nullopt;
    return op.operands;
}

Replacement simplify_get_tuple_element(Rewriter& rewriter, Op& op) {
    const Op* tuple = rewriter.definition(op.operands[0], OpCode::Tuple);
    if (tuple == nullptr) return std::nullopt;
    return forwarded(rewriter, op, tuple->operands.at(static_cast<std::size_t>(op[attr::index])));
}

/// An op that only places a value is a no-op in one process.
Replacement simplify_placement(Rewriter& rewriter, Op& op) {
    return forwarded(rewriter, op, op.operands[0]);
}

constexpr auto control_rows = std::to_array<RuleEntry>({
    {OpCode::If, simplify_if},
    {OpCode::Case, simplify_case},
    {OpCode::While, simplify_while},
    {OpCode::GetTupleElement, simplify_get_tuple_element},
    {OpCode::SdyReshard, simplify_placement},
    {OpCode::SdyShardingConstraint, simplify_placement},
});

}  // namespace

constinit const RuleRows control_rules = control_rows;

}  // namespace hlo2c::frontend
