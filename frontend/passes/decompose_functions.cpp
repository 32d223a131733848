#include <limits>

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

/// Real numbers are their own conjugates.
Replacement conjugate(Rewriter& rewriter, Op& op) {
    if (is_complex(rewriter.tensor(op.operands[0]).element)) return std::nullopt;
    return op.operands;
}

}  // namespace

void add_function_rules(std::map<OpCode, SimplifyRule>& table) {
    table[OpCode::ChloConj] = conjugate;
    table[OpCode::ChloSquare] = decompose_function<square>;
    table[OpCode::ChloTan] = decompose_function<tangent, true>;
    table[OpCode::ChloNextAfter] = next_after;
    table[OpCode::ChloIsInf] = decompose_function<is_infinite>;
    table[OpCode::ChloIsPosInf] = decompose_function<is_positive_infinite>;
    table[OpCode::ChloIsNegInf] = decompose_function<is_negative_infinite>;
}

}  // namespace hlo2c::frontend
