#include "frontend/passes/builder.h"
#include "frontend/passes/decompose_rules.h"

namespace hlo2c::frontend {
namespace {

/// Floats that give integers: the sums are those of the floats' type, and are converted.
Replacement decompose_integer_sums(Rewriter& rewriter, Op& op) {
    const TensorType &lhs = rewriter.tensor(op.operands[0]), &rhs = rewriter.tensor(op.operands[1]);
    TensorType result = rewriter.tensor(op.results[0]);
    const ElementType element = result.element;
    if (is_float(element) || is_complex(element) || !result.quantization.empty() || !is_float(lhs.element) ||
        lhs.element != rhs.element)
        return std::nullopt;
    result.element = lhs.element;
    Op sums = op;
    sums.results.clear();
    const ValueId made = rewriter.emit(std::move(sums), result);
    return std::vector<ValueId>{Builder(rewriter).convert(made, element)};
}

}  // namespace

void add_contraction_rules(std::map<OpCode, SimplifyRule>& table) {
    table[OpCode::Convolution] = decompose_integer_sums;
    table[OpCode::DotGeneral] = decompose_integer_sums;
}

}  // namespace hlo2c::frontend
