#include <cmath>
#include <limits>

#include "frontend/ir/float_encoding.h"
#include "frontend/passes/builder.h"
#include "frontend/passes/decompose_rules.h"

namespace hlo2c::frontend {
namespace {

/// Rules for floats of static shape; with `complex_too`, the formula also holds for complex numbers.
using Formula = ValueId (*)(Builder& builder, ValueId x);

template <Formula formula, bool complex_too = false>
Replacement decompose_function(Rewriter& rewriter, Op& op) {
    const TensorType& type = rewriter.tensor(op.operands[0]);
    if (!type.is_static() || type.is_quantized() || (is_complex(type.element) && !complex_too))
        return std::nullopt;
    Builder builder(rewriter);
    if (is_complex(type.element) || bit_width(type.element) >= 32)
        return std::vector{formula(builder, op.operands[0])};
    // Narrow floats are computed in f32 and rounded once at the end.
    const ValueId wide = builder.convert(op.operands[0], ElementType::F32);
    const ValueId result = formula(builder, wide);
    const bool is_test = is_boolean(rewriter.tensor(result).element);
    return std::vector{is_test ? result : builder.convert(result, rewriter.tensor(op.operands[0]).element)};
}

ValueId square(Builder& b, ValueId x) {
    return b.multiply(x, x);
}

/// Bit patterns of floats as unsigned integers: adding `unit` gives the next number away from zero.
class Pattern {
public:
    Pattern(Builder& builder, ElementType float_type) : b_(builder), float_type_(float_type) {
        switch (bit_width(float_type)) {
            case 64: integer_type_ = ElementType::UI64; break;
            case 32: integer_type_ = ElementType::UI32; break;
            case 8: integer_type_ = ElementType::UI8; break;
            case 16: break;
            default: {
                // Not all ops support integers of 4 or 6 bits. A factor makes the biases equal; the
                // f16 pattern is then the same, followed by zeros, denormals included.
                const FloatEncoding narrow = float_encoding(float_type),
                                    half = float_encoding(ElementType::F16);
                factor_ = std::ldexp(1.0, narrow.bias - half.bias);
                unit_ = 1 << (half.mantissa_bits - narrow.mantissa_bits);
            }
        }
    }

    int width() const { return bit_width(integer_type_); }
    double unit() const { return unit_; }
    TensorType type(TensorType like) const {
        like.element = integer_type_;
        return like;
    }
    ValueId of(ValueId x) {
        if (factor_ == 1) return b_.bitcast(x, integer_type_);
        const ValueId half = b_.convert(x, ElementType::F16);
        return b_.bitcast(b_.multiply(half, b_.uniform_like(half, factor_)), integer_type_);
    }
    ValueId to_float(ValueId bits) {
        if (factor_ == 1) return b_.bitcast(bits, float_type_);
        const ValueId half = b_.bitcast(bits, ElementType::F16);
        return b_.convert(b_.multiply(half, b_.uniform_like(half, 1 / factor_)), float_type_);
    }

private:
    Builder& b_;
    ElementType float_type_, integer_type_ = ElementType::UI16;
    double factor_ = 1, unit_ = 1;
};

bool has_one_zero(ElementType type) {
    return type == ElementType::F8E4M3FNUZ || type == ElementType::F8E5M2FNUZ ||
           type == ElementType::F8E4M3B11FNUZ;
}

/// For x != y, the neighbour of x in the direction of y: one step away from zero if y has the same sign and a
/// larger magnitude, else one step towards zero. A zero steps to the smallest number of y's sign.
ValueId step_towards(Builder& b, ValueId x, ValueId y) {
    const ElementType element = b.tensor(x).element;
    Pattern pattern(b, element);
    const ValueId x_bits = pattern.of(x), unit = b.uniform(pattern.type(b.tensor(x)), pattern.unit());
    const auto step = [&](ValueId inwards) {
        return b.select(inwards, b.subtract(x_bits, unit), b.add(x_bits, unit));
    };
    if (element == ElementType::F8E8M0FNU)
        return pattern.to_float(step(b.compare(ComparisonDirection::Gt, x, y)));
    const ValueId y_bits = pattern.of(y), one = b.uniform_like(x_bits, 1), zero = b.uniform_like(x_bits, 0);
    const ValueId top = b.uniform_like(x_bits, pattern.width() - 1);
    const auto size_of = [&](ValueId bits) {
        return b.binary(OpCode::ShiftRightLogical, b.binary(OpCode::ShiftLeft, bits, one), one);
    };
    const auto sign_of = [&](ValueId bits) { return b.binary(OpCode::ShiftRightLogical, bits, top); };
    const ValueId other_side = b.compare(ComparisonDirection::Ne, sign_of(x_bits), sign_of(y_bits));
    const ValueId farther = b.compare(ComparisonDirection::Gt, size_of(x_bits), size_of(y_bits));
    const ValueId stepped = step(b.binary(OpCode::Or, other_side, farther));
    const ValueId smallest = b.binary(OpCode::Or, b.binary(OpCode::ShiftLeft, sign_of(y_bits), top), unit);
    ValueId moved = b.select(b.compare(ComparisonDirection::Eq, size_of(x_bits), zero), smallest, stepped);
    if (has_one_zero(element))
        moved = b.select(b.compare(ComparisonDirection::Eq, size_of(moved), zero), zero, moved);
    return pattern.to_float(moved);
}

Replacement next_after(Rewriter& rewriter, Op& op) {
    const TensorType& type = rewriter.tensor(op.operands[0]);
    if (!type.is_static() || !is_float(type.element)) return std::nullopt;
    Builder b(rewriter);
    const ValueId x = op.operands[0], y = op.operands[1];
    const ValueId moved = step_towards(b, x, y);
    const ValueId unordered = b.binary(OpCode::Or, b.compare(ComparisonDirection::Ne, x, x),
                                       b.compare(ComparisonDirection::Ne, y, y));
    const ValueId result = b.select(b.compare(ComparisonDirection::Eq, x, y), y, moved);
    return std::vector{b.select(unordered, b.add(x, y), result)};
}

ValueId is_infinite(Builder& b, ValueId x) {
    return b.compare(ComparisonDirection::Eq, b.unary(OpCode::Abs, x),
                     b.uniform_like(x, std::numeric_limits<double>::infinity()));
}

ValueId is_positive_infinite(Builder& b, ValueId x) {
    return b.compare(ComparisonDirection::Eq, x, b.uniform_like(x, std::numeric_limits<double>::infinity()));
}

ValueId is_negative_infinite(Builder& b, ValueId x) {
    return b.compare(ComparisonDirection::Eq, x, b.uniform_like(x, -std::numeric_limits<double>::infinity()));
}

ValueId tangent(Builder& b, ValueId x) {
    return b.unary(OpCode::Tan, x);
}

/// A real number is its own conjugate.
Replacement conjugate(Rewriter& rewriter, Op& op) {
    if (is_complex(rewriter.tensor(op.operands[0]).element)) return std::nullopt;
    return forwarded(rewriter, op, op.operands[0]);
}

constexpr auto function_rows = std::to_array<RuleEntry>({
    {OpCode::ChloConj, conjugate},
    {OpCode::ChloSquare, decompose_function<square>},
    {OpCode::ChloTan, decompose_function<tangent, true>},
    {OpCode::ChloNextAfter, next_after},
    {OpCode::ChloIsInf, decompose_function<is_infinite>},
    {OpCode::ChloIsPosInf, decompose_function<is_positive_infinite>},
    {OpCode::ChloIsNegInf, decompose_function<is_negative_infinite>},
});

}  // namespace

constinit const RuleRows function_rules = function_rows;

}  // namespace hlo2c::frontend
