#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/passes/apply_by_element.h"
#include "frontend/passes/builder.h"
#include "frontend/passes/simplify_rules.h"

namespace hlo2c::frontend {
namespace {

/// True for branches on scalars that are cheap to compute all: as selects they also fit into the computations
/// of reductions, scatters and sorts.
bool become_selects(const Rewriter& rewriter, const std::vector<Region>& branches) {
    return std::all_of(branches.begin(), branches.end(),
                       [&](const Region& branch) { return is_by_element(rewriter, branch); });
}

/// For each result, the one of `yes` or of `no`.
std::vector<ValueId> selected(Rewriter& rewriter, ValueId condition, const std::vector<ValueId>& yes,
                              const std::vector<ValueId>& no) {
    std::vector<ValueId> results;
    for (std::size_t i = 0; i < yes.size(); i++)
        results.push_back(Builder(rewriter).select(condition, yes[i], no[i]));
    return results;
}

Replacement simplify_if(Rewriter& rewriter, Op& op) {
    const ValueId condition = op.operands[0];
    if (const Literal* known = rewriter.constant(condition))
        return rewriter.splice(std::move(op.regions[known->integer(0) != 0 ? 0 : 1]));
    if (!become_selects(rewriter, op.regions)) return std::nullopt;
    const std::vector<ValueId> yes = rewriter.splice(std::move(op.regions[0]));
    const std::vector<ValueId> no = rewriter.splice(std::move(op.regions[1]));
    return selected(rewriter, condition, yes, no);
}

/// An index out of range selects the last branch.
Replacement simplify_case(Rewriter& rewriter, Op& op) {
    const auto count = static_cast<std::int64_t>(op.regions.size());
    const ValueId index = op.operands[0];
    const Literal* known = rewriter.constant(index);
    if (known != nullptr || count == 1) {
        const std::int64_t chosen = known != nullptr ? known->integer(0) : 0;
        return rewriter.splice(std::move(
            op.regions[static_cast<std::size_t>(chosen < 0 || chosen >= count ? count - 1 : chosen)]));
    }
    if (!become_selects(rewriter, op.regions)) return std::nullopt;
    Builder build(rewriter);
    std::vector<ValueId> results = rewriter.splice(std::move(op.regions.back()));
    for (std::int64_t i = 0; i + 1 < count; i++) {
        const ValueId chosen =
            build.compare(ComparisonDirection::Eq, index, build.uniform_like(index, static_cast<double>(i)));
        results = selected(rewriter, chosen,
                           rewriter.splice(std::move(op.regions[static_cast<std::size_t>(i)])), results);
    }
    return results;
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
