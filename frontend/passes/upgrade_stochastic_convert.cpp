#include <cmath>

#include "frontend/passes/builder.h"
#include "frontend/passes/upgrade_rules.h"

namespace hlo2c::frontend {

/// Truncates a float towards zero, and steps away from zero if the fraction, as a multiple of 2^-width,
/// exceeds the random number. Infinities saturate, NaN is 0.
std::optional<std::vector<ValueId>> upgrade_stochastic_convert(Rewriter& rewriter, const Op& op) {
    for (const ValueId value : {op.operands[0], op.operands[1], op.results[0]})
        if (!rewriter.type(value).is_tensor() || rewriter.tensor(value).is_quantized()) return std::nullopt;
    const TensorType from = rewriter.tensor(op.operands[0]), random = rewriter.tensor(op.operands[1]),
                     to = rewriter.tensor(op.results[0]);
    if (!is_float(from.element) || !is_unsigned_integer(random.element) || !is_integer(to.element) ||
        from.shape != random.shape || from.shape != to.shape)
        return std::nullopt;
    Builder b(rewriter);
    const ValueId value = b.convert(op.operands[0], ElementType::F64);
    const ValueId size = b.unary(OpCode::Abs, value);
    const ValueId whole = b.unary(OpCode::Floor, size);
    const ValueId scale = b.uniform_like(size, std::ldexp(1.0, bit_width(random.element)));
    const ValueId threshold = b.convert(b.multiply(b.subtract(size, whole), scale), random.element);
    const ValueId up = b.compare(ComparisonDirection::Lt, op.operands[1], threshold);
    const ValueId rounded = b.select(up, b.add(whole, b.uniform_like(whole, 1)), whole);
    const ValueId negative = b.compare(ComparisonDirection::Lt, value, b.uniform_like(value, 0));
    const ValueId signed_value = b.select(negative, b.unary(OpCode::Negate, rounded), rounded);
    return std::vector{b.convert(signed_value, to.element)};
}

}  // namespace hlo2c::frontend
