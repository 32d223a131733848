#include "frontend/passes/builder.h"
#include "frontend/passes/decompose_rules.h"

namespace hlo2c::frontend {
namespace {

/// Factorizations and solvers of floats narrower than f32 compute in f32 and round once.
Replacement compute_in_single(Rewriter& rewriter, Op& op) {
    const ElementType element = rewriter.tensor(op.results[0]).element;
    if (!is_float(element) || bit_width(element) >= bit_width(ElementType::F32)) return std::nullopt;
    Builder builder(rewriter);
    Op wide{.code = op.code, .attributes = op.attributes};
    for (const ValueId operand : op.operands)
        wide.operands.push_back(builder.convert(operand, ElementType::F32));
    TensorType type = rewriter.tensor(op.results[0]);
    type.element = ElementType::F32;
    return std::vector{builder.convert(rewriter.emit(std::move(wide), type), element)};
}

constexpr auto precision_rows = std::to_array<RuleEntry>({
    {OpCode::Cholesky, compute_in_single},
    {OpCode::TriangularSolve, compute_in_single},
});

}  // namespace

constinit const RuleRows precision_rules = precision_rows;

}  // namespace hlo2c::frontend
