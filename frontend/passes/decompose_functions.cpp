#include <limits>
#include <numbers>

#include "frontend/passes/builder.h"
#include "frontend/passes/decompose_rules.h"

namespace hlo2c::frontend {
namespace {

/// Rules for real and complex floats of static shape; `complex_too` where the formula holds for both.
using Formula = ValueId (*)(Builder& builder, ValueId x);

template <Formula formula, bool complex_too = false>
Replacement decompose_function(Rewriter& rewriter, Op& op) {
    const TensorType& type = rewriter.tensor(op.operands[0]);
    if (!type.is_static() || type.is_quantized() || (is_complex(type.element) && !complex_too))
        return std::nullopt;
    Builder builder(rewriter);
    if (is_complex(type.element) || bit_width(type.element) >= 32)
        return std::vector{formula(builder, op.operands[0])};
    // Narrow floats: only the result is rounded to them.
    const ValueId wide = builder.convert(op.operands[0], ElementType::F32);
    const ValueId result = formula(builder, wide);
    const bool is_test = is_boolean(rewriter.tensor(result).element);
    return std::vector{is_test ? result : builder.convert(result, rewriter.tensor(op.operands[0]).element)};
}

ValueId square(Builder& b, ValueId x) {
    return b.multiply(x, x);
}

ValueId one(Builder& b, ValueId x) {
    return b.uniform_like(x, 1);
}

/// sqrt((1 - x)(1 + x)): without the cancellation of 1 - x*x.
ValueId cofunction(Builder& b, ValueId x) {
    return b.unary(OpCode::Sqrt, b.multiply(b.subtract(one(b, x), x), b.add(one(b, x), x)));
}

ValueId arc_tangent(Builder& b, ValueId x) {
    return b.binary(OpCode::Atan2, x, one(b, x));
}

/// 2 atan2(x, 1 + sqrt(1 - x^2))
ValueId arc_sine(Builder& b, ValueId x) {
    const ValueId angle = b.binary(OpCode::Atan2, x, b.add(one(b, x), cofunction(b, x)));
    return b.add(angle, angle);
}

/// 2 atan2(sqrt(1 - x^2), 1 + x); pi at -1, where both arguments are 0.
ValueId arc_cosine(Builder& b, ValueId x) {
    const ValueId angle = b.binary(OpCode::Atan2, cofunction(b, x), b.add(one(b, x), x));
    return b.select(b.compare("NE", x, b.uniform_like(x, -1)), b.add(angle, angle),
                    b.uniform_like(x, std::numbers::pi));
}

/// exp(x + log(1/2)) + exp(log(1/2) - x): the half is inside, so that the largest results do not overflow.
ValueId hyperbolic_cosine(Builder& b, ValueId x) {
    const ValueId half = b.uniform_like(x, -std::numbers::ln2);
    return b.add(b.unary(OpCode::Exponential, b.add(x, half)),
                 b.unary(OpCode::Exponential, b.subtract(half, x)));
}

/// exp(x + log(1/2)) - exp(log(1/2) - x) for large x, (e + e/(e + 1))/2 with e = expm1(x) for |x| < 1.
ValueId hyperbolic_sine(Builder& b, ValueId x) {
    const ValueId half = b.uniform_like(x, -std::numbers::ln2);
    const ValueId large = b.subtract(b.unary(OpCode::Exponential, b.add(x, half)),
                                     b.unary(OpCode::Exponential, b.subtract(half, x)));
    const ValueId e = b.unary(OpCode::ExponentialMinusOne, x);
    const ValueId small = b.multiply(b.uniform_like(x, 0.5), b.add(e, b.divide(e, b.add(e, one(b, x)))));
    return b.select(b.compare("LT", b.unary(OpCode::Abs, x), one(b, x)), small, large);
}

/// (log1p(x) - log1p(-x)) / 2
ValueId area_tangent(Builder& b, ValueId x) {
    const ValueId difference =
        b.subtract(b.unary(OpCode::LogPlusOne, x), b.unary(OpCode::LogPlusOne, b.unary(OpCode::Negate, x)));
    return b.multiply(b.uniform_like(x, 0.5), difference);
}

/// log(2 |x|) above this: x*x would overflow there, and nothing else is left of the formulas.
constexpr double large_argument = 1e15;

/// sign(x) log1p(|x| + x^2 / (1 + sqrt(x^2 + 1)))
ValueId area_sine(Builder& b, ValueId x) {
    const ValueId size = b.unary(OpCode::Abs, x);
    const ValueId is_large = b.compare("GT", size, b.uniform_like(x, large_argument));
    const ValueId safe = b.select(is_large, one(b, x), size);
    const ValueId root = b.unary(OpCode::Sqrt, b.add(b.multiply(safe, safe), one(b, x)));
    const ValueId excess = b.divide(b.multiply(safe, safe), b.add(one(b, x), root));
    const ValueId near = b.unary(OpCode::LogPlusOne, b.add(safe, excess));
    const ValueId far = b.add(b.unary(OpCode::Log, size), b.uniform_like(x, std::numbers::ln2));
    const ValueId value = b.select(is_large, far, near);
    const ValueId is_negative = b.compare("LT", x, b.uniform_like(x, 0));
    const ValueId result = b.select(is_negative, b.unary(OpCode::Negate, value), value);
    return b.select(b.compare("EQ", x, b.uniform_like(x, 0)), x, result);
}

/// log1p(t + sqrt(2 t + t^2)) with t = x - 1; NaN below 1.
ValueId area_cosine(Builder& b, ValueId x) {
    const ValueId is_large = b.compare("GT", x, b.uniform_like(x, large_argument));
    const ValueId t = b.subtract(b.select(is_large, one(b, x), x), one(b, x));
    const ValueId root = b.unary(OpCode::Sqrt, b.add(b.add(t, t), b.multiply(t, t)));
    const ValueId near = b.unary(OpCode::LogPlusOne, b.add(t, root));
    const ValueId far = b.add(b.unary(OpCode::Log, x), b.uniform_like(x, std::numbers::ln2));
    const ValueId value = b.select(is_large, far, near);
    return b.select(b.compare("LT", x, one(b, x)),
                    b.uniform_like(x, std::numeric_limits<double>::quiet_NaN()), value);
}

ElementType bits_type(int width) {
    return width == 64 ? ElementType::UI64 : width == 32 ? ElementType::UI32 : ElementType::UI16;
}

/// One step on the ordered line of bit patterns: away from zero where y is farther on the same side, else
/// towards it; from zero to the smallest number of y's sign.
Replacement next_after(Rewriter& rewriter, Op& op) {
    const TensorType type = rewriter.tensor(op.operands[0]);
    const int width = bit_width(type.element);
    if (!type.is_static() || !is_float(type.element) || width < 16) return std::nullopt;
    Builder b(rewriter);
    const ValueId x = op.operands[0], y = op.operands[1];
    TensorType pattern = type;
    pattern.element = bits_type(width);
    const auto bits_of = [&](ValueId value) { return b.bitcast(value, pattern.element); };
    const ValueId x_bits = bits_of(x), y_bits = bits_of(y), unit = b.uniform(pattern, 1);
    const ValueId top = b.uniform(pattern, width - 1);
    const auto size_of = [&](ValueId bits) {
        return b.binary(OpCode::ShiftRightLogical, b.binary(OpCode::ShiftLeft, bits, unit), unit);
    };
    const auto sign_of = [&](ValueId bits) { return b.binary(OpCode::ShiftRightLogical, bits, top); };
    const ValueId other_side = b.compare("NE", sign_of(x_bits), sign_of(y_bits));
    const ValueId farther = b.compare("GT", size_of(x_bits), size_of(y_bits));
    const ValueId inwards = b.binary(OpCode::Or, other_side, farther);
    const ValueId step = b.select(inwards, b.subtract(x_bits, unit), b.add(x_bits, unit));
    const ValueId smallest = b.binary(OpCode::Or, b.binary(OpCode::ShiftLeft, sign_of(y_bits), top), unit);
    const ValueId is_zero = b.compare("EQ", size_of(x_bits), b.uniform(pattern, 0));
    const ValueId moved = b.bitcast(b.select(is_zero, smallest, step), type.element);
    const ValueId unordered = b.binary(OpCode::Or, b.compare("NE", x, x), b.compare("NE", y, y));
    const ValueId result = b.select(b.compare("EQ", x, y), y, moved);
    return std::vector{b.select(unordered, b.add(x, y), result)};
}

ValueId is_infinite(Builder& b, ValueId x) {
    return b.compare("EQ", b.unary(OpCode::Abs, x),
                     b.uniform_like(x, std::numeric_limits<double>::infinity()));
}

ValueId is_positive_infinite(Builder& b, ValueId x) {
    return b.compare("EQ", x, b.uniform_like(x, std::numeric_limits<double>::infinity()));
}

ValueId is_negative_infinite(Builder& b, ValueId x) {
    return b.compare("EQ", x, b.uniform_like(x, -std::numeric_limits<double>::infinity()));
}

ValueId tangent(Builder& b, ValueId x) {
    return b.unary(OpCode::Tan, x);
}

}  // namespace

void add_function_rules(std::map<OpCode, SimplifyRule>& table) {
    table[OpCode::ChloSquare] = decompose_function<square>;
    table[OpCode::ChloTan] = decompose_function<tangent, true>;
    table[OpCode::ChloAtan] = decompose_function<arc_tangent>;
    table[OpCode::ChloAsin] = decompose_function<arc_sine>;
    table[OpCode::ChloAcos] = decompose_function<arc_cosine>;
    table[OpCode::ChloCosh] = decompose_function<hyperbolic_cosine>;
    table[OpCode::ChloSinh] = decompose_function<hyperbolic_sine>;
    table[OpCode::ChloAtanh] = decompose_function<area_tangent>;
    table[OpCode::ChloAsinh] = decompose_function<area_sine>;
    table[OpCode::ChloAcosh] = decompose_function<area_cosine>;
    table[OpCode::ChloNextAfter] = next_after;
    table[OpCode::ChloIsInf] = decompose_function<is_infinite>;
    table[OpCode::ChloIsPosInf] = decompose_function<is_positive_infinite>;
    table[OpCode::ChloIsNegInf] = decompose_function<is_negative_infinite>;
}

}  // namespace hlo2c::frontend
