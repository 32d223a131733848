#include "frontend/passes/builder.h"
#include "frontend/passes/decompose_rules.h"

namespace hlo2c::frontend {

Op with_single_operands(Rewriter& rewriter, const Op& op) {
    Op wide{.code = op.code, .attributes = op.attributes};
    for (const ValueId operand : op.operands)
        wide.operands.push_back(is_float(rewriter.tensor(operand).element)
                                    ? Builder(rewriter).convert(operand, ElementType::F32)
                                    : operand);
    return wide;
}

Replacement computed_in_single(Rewriter& rewriter, const Op& op) {
    TensorType type = rewriter.tensor(op.results[0]);
    const ElementType element = type.element;
    type.element = ElementType::F32;
    const ValueId wide = rewriter.emit(with_single_operands(rewriter, op), type);
    return std::vector{Builder(rewriter).convert(wide, element)};
}

namespace {

/// Factorizations and solvers of floats narrower than f32 compute in f32.
Replacement widen_narrow(Rewriter& rewriter, Op& op) {
    const ElementType element = rewriter.tensor(op.results[0]).element;
    if (!is_float(element) || bit_width(element) >= bit_width(ElementType::F32)) return std::nullopt;
    return computed_in_single(rewriter, op);
}

constexpr auto precision_rows = std::to_array<RuleEntry>({
    {OpCode::Cholesky, widen_narrow},
    {OpCode::TriangularSolve, widen_narrow},
});

}  // namespace

constinit const RuleRows precision_rules = precision_rows;

}  // namespace hlo2c::frontend
