#include "frontend/passes/builder.h"
#include "frontend/passes/decompose_rules.h"

namespace hlo2c::frontend {
namespace {

/// The high half of the product of two unsigned 64-bit integers, from products of their halves.
ValueId high_product(Builder& b, ValueId x, ValueId y) {
    const ValueId mask = b.uniform_like(x, 4294967295.0), half = b.uniform_like(x, 32);
    const auto low = [&](ValueId value) { return b.binary(OpCode::And, value, mask); };
    const auto high = [&](ValueId value) { return b.binary(OpCode::ShiftRightLogical, value, half); };
    const ValueId inner = b.add(b.multiply(high(x), low(y)), high(b.multiply(low(x), low(y))));
    const ValueId outer = b.add(b.multiply(low(x), high(y)), low(inner));
    return b.add(b.add(b.multiply(high(x), high(y)), high(inner)), high(outer));
}

/// Integers of up to 32 bits are multiplied in 64 bits. 64-bit integers are multiplied by halves as unsigned
/// ones; since that reads a negative number as 2^64 too large, the result is corrected.
Replacement decompose_mulhi(Rewriter& rewriter, Op& op) {
    const TensorType type = rewriter.tensor(op.operands[0]);
    if (!type.is_static() || !is_integer(type.element)) return std::nullopt;
    Builder b(rewriter);
    const ValueId x = op.operands[0], y = op.operands[1];
    const int width = bit_width(type.element);
    const bool is_signed = is_signed_integer(type.element);
    if (width < 64) {
        const ElementType wide = is_signed ? ElementType::I64 : ElementType::UI64;
        const ValueId product = b.multiply(b.convert(x, wide), b.convert(y, wide));
        const OpCode shift = is_signed ? OpCode::ShiftRightArithmetic : OpCode::ShiftRightLogical;
        return std::vector{b.convert(b.binary(shift, product, b.uniform_like(product, width)), type.element)};
    }
    if (!is_signed) return std::vector{high_product(b, x, y)};
    const ValueId ux = b.bitcast(x, ElementType::UI64), uy = b.bitcast(y, ElementType::UI64);
    const ValueId high = b.bitcast(high_product(b, ux, uy), type.element);
    const ValueId zero = b.uniform_like(x, 0);
    const auto excess = [&](ValueId number, ValueId other) {
        return b.select(b.compare(ComparisonDirection::Lt, number, zero), other, zero);
    };
    return std::vector{b.subtract(b.subtract(high, excess(x, y)), excess(y, x))};
}

constexpr auto integer_rows = std::to_array<RuleEntry>({
    {OpCode::ChloMulhi, decompose_mulhi},
});

}  // namespace

constinit const RuleRows integer_rules = integer_rows;

}  // namespace hlo2c::frontend
