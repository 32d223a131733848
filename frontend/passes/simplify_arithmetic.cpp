#include <cmath>

#include "frontend/ir/extreme_literals.h"
#include "frontend/ir/op_set.h"
#include "frontend/passes/builder.h"
#include "frontend/passes/simplify_rules.h"

namespace hlo2c::frontend {
namespace {

bool is_integral(ElementType type) {
    return is_integer(type) || is_boolean(type);
}

/// True if all elements of the value are this number; zeros of float types must have the same sign.
bool is_number(const Rewriter& rewriter, ValueId value, double number) {
    const Literal* literal = uniform_constant(rewriter, value);
    if (literal == nullptr || literal->type().is_quantized() || is_complex(literal->type().element))
        return false;
    const double found = literal->real(0);
    return found == number && std::signbit(found) == std::signbit(number);
}

bool is_all_ones(const Rewriter& rewriter, ValueId value) {
    const Literal* literal = uniform_constant(rewriter, value);
    if (literal == nullptr || !is_integral(literal->type().element)) return false;
    return is_all_ones(*literal);
}

ElementType element_of(const Rewriter& rewriter, const Op& op) {
    return rewriter.tensor(op.results[0]).element;
}

bool is_quantized(const Rewriter& rewriter, const Op& op) {
    return rewriter.tensor(op.results[0]).is_quantized();
}

/// Tries `rule(a, b)` with the operands in both orders.
template <typename Rule>
Replacement either_order(const Op& op, Rule rule) {
    if (Replacement found = rule(op.operands[0], op.operands[1])) return found;
    return rule(op.operands[1], op.operands[0]);
}

Replacement simplify_add(Rewriter& rewriter, Op& op) {
    if (is_quantized(rewriter, op)) return std::nullopt;
    const double neutral = is_integral(element_of(rewriter, op)) ? 0.0 : -0.0;
    return either_order(op, [&](ValueId a, ValueId b) -> Replacement {
        return is_number(rewriter, b, neutral) ? forwarded(rewriter, op, a) : std::nullopt;
    });
}

Replacement simplify_subtract(Rewriter& rewriter, Op& op) {
    if (is_quantized(rewriter, op)) return std::nullopt;
    if (is_number(rewriter, op.operands[1], 0)) return forwarded(rewriter, op, op.operands[0]);
    if (op.operands[0] == op.operands[1] && is_integral(element_of(rewriter, op)) &&
        rewriter.tensor(op.results[0]).is_static())
        return std::vector{emit_uniform(rewriter, rewriter.tensor(op.results[0]), 0)};
    return std::nullopt;
}

Replacement simplify_multiply(Rewriter& rewriter, Op& op) {
    if (is_quantized(rewriter, op)) return std::nullopt;
    const bool integral = is_integral(element_of(rewriter, op));
    return either_order(op, [&](ValueId a, ValueId b) -> Replacement {
        if (is_number(rewriter, b, 1)) return forwarded(rewriter, op, a);
        return integral && is_number(rewriter, b, 0) ? forwarded(rewriter, op, b) : std::nullopt;
    });
}

/// x / c is x * (1/c) if c and 1/c are normal powers of two: both round the same exact value.
Replacement simplify_divide(Rewriter& rewriter, Op& op) {
    if (is_quantized(rewriter, op)) return std::nullopt;
    if (is_number(rewriter, op.operands[1], 1)) return forwarded(rewriter, op, op.operands[0]);
    const Literal* divisor = uniform_constant(rewriter, op.operands[1]);
    const TensorType& type = rewriter.tensor(op.results[0]);
    const bool common_float = type.element == ElementType::F16 || type.element == ElementType::BF16 ||
                              type.element == ElementType::F32 || type.element == ElementType::F64;
    if (divisor == nullptr || !common_float || !type.is_static()) return std::nullopt;
    int exponent = 0;
    const double value = divisor->real(0), mantissa = std::frexp(value, &exponent);
    const int limit = type.element == ElementType::F16 ? 13 : type.element == ElementType::F64 ? 1020 : 124;
    if (std::fabs(mantissa) != 0.5 || std::abs(exponent) > limit) return std::nullopt;
    const Literal scalar = Literal::scalar<double>(type.element, 1 / value);
    const std::span<const std::byte> bytes = scalar.bytes();
    Literal reciprocal(type, {bytes.begin(), bytes.end()}, type.element_count() != 1);
    op.operands[1] = rewriter.emit_constant(std::move(reciprocal));
    op.code = OpCode::Multiply;
    rewriter.touch();
    return std::nullopt;
}

/// x^2 is x * x: both round the exact square once, or wrap. x^1 is x.
Replacement simplify_power(Rewriter& rewriter, Op& op) {
    if (is_complex(element_of(rewriter, op)) || is_quantized(rewriter, op)) return std::nullopt;
    if (is_number(rewriter, op.operands[1], 1)) return forwarded(rewriter, op, op.operands[0]);
    if (!is_number(rewriter, op.operands[1], 2)) return std::nullopt;
    op.operands[1] = op.operands[0];
    op.code = OpCode::Multiply;
    rewriter.touch();
    return std::nullopt;
}

template <OpCode code>
Replacement simplify_inverse(Rewriter& rewriter, Op& op) {
    const Op* inner = rewriter.definition(op.operands[0], code);
    if (inner == nullptr || is_quantized(rewriter, op)) return std::nullopt;
    return forwarded(rewriter, op, inner->operands[0]);
}

Replacement simplify_and(Rewriter& rewriter, Op& op) {
    if (op.operands[0] == op.operands[1]) return forwarded(rewriter, op, op.operands[0]);
    if (Replacement constant = simplify_comparison_pair(rewriter, op)) return constant;
    return either_order(op, [&](ValueId a, ValueId b) -> Replacement {
        if (is_all_ones(rewriter, b)) return forwarded(rewriter, op, a);
        return is_number(rewriter, b, 0) ? forwarded(rewriter, op, b) : std::nullopt;
    });
}

Replacement simplify_or(Rewriter& rewriter, Op& op) {
    if (op.operands[0] == op.operands[1]) return forwarded(rewriter, op, op.operands[0]);
    if (Replacement constant = simplify_comparison_pair(rewriter, op)) return constant;
    return either_order(op, [&](ValueId a, ValueId b) -> Replacement {
        if (is_number(rewriter, b, 0)) return forwarded(rewriter, op, a);
        return is_all_ones(rewriter, b) ? forwarded(rewriter, op, b) : std::nullopt;
    });
}

Replacement simplify_zero_second(Rewriter& rewriter, Op& op) {
    return is_number(rewriter, op.operands[1], 0) ? forwarded(rewriter, op, op.operands[0]) : std::nullopt;
}

Replacement simplify_xor(Rewriter& rewriter, Op& op) {
    return either_order(op, [&](ValueId a, ValueId b) -> Replacement {
        return is_number(rewriter, b, 0) ? forwarded(rewriter, op, a) : std::nullopt;
    });
}

/// The smallest (or largest) value of the type is neutral, even for NaN: maximum(NaN, -inf) is NaN.
template <bool maximum>
Replacement simplify_extremum(Rewriter& rewriter, Op& op) {
    if (is_quantized(rewriter, op)) return std::nullopt;
    const ElementType type = element_of(rewriter, op);
    if (op.operands[0] == op.operands[1]) return forwarded(rewriter, op, op.operands[0]);
    return either_order(op, [&](ValueId a, ValueId b) -> Replacement {
        const Literal* literal = uniform_constant(rewriter, b);
        if (literal == nullptr || is_complex(type)) return std::nullopt;
        const bool neutral = maximum ? is_least_of_type(*literal) : is_greatest_of_type(*literal);
        return neutral ? forwarded(rewriter, op, a) : std::nullopt;
    });
}

Replacement simplify_convert(Rewriter& rewriter, Op& op) {
    return forwarded(rewriter, op, op.operands[0]);
}

/// Data movement whose result has the elements of its operand alone.
constexpr OpSet repeating = {OpCode::BroadcastInDim, OpCode::Reshape};

/// Emits `emit_origin` of the value that ops of `repeating` make `value` of, and then these ops.
template <typename Emit>
ValueId repeated(Rewriter& rewriter, ValueId value, const Emit& emit_origin) {
    const Op* op = rewriter.definition(value);
    if (op == nullptr || !repeating.contains(op->code)) return emit_origin(value);
    Op again{.code = op->code, .operands = op->operands, .attributes = op->attributes};
    again.operands[0] = repeated(rewriter, op->operands[0], emit_origin);
    const TensorType type{rewriter.tensor(value).shape, rewriter.tensor(again.operands[0]).element, {}, {}};
    return rewriter.emit(std::move(again), type);
}

const Op* origin(const Rewriter& rewriter, ValueId value) {
    const Op* op = rewriter.definition(value);
    while (op != nullptr && repeating.contains(op->code)) op = rewriter.definition(op->operands[0]);
    return op;
}

/// A boolean shifted by constants chooses between powers of two and zero.
Replacement simplify_shift_left(Rewriter& rewriter, Op& op) {
    const TensorType type = rewriter.tensor(op.results[0]);
    const Op *bit = origin(rewriter, op.operands[0]), *amount = origin(rewriter, op.operands[1]);
    const bool is_bit = bit != nullptr && bit->code == OpCode::Convert &&
                        is_boolean(rewriter.tensor(bit->operands[0]).element);
    if (!is_bit || amount == nullptr || amount->code != OpCode::Constant || !type.is_static())
        return simplify_zero_second(rewriter, op);
    const ValueId condition = repeated(rewriter, op.operands[0], [&](ValueId) { return bit->operands[0]; });
    const ValueId power = repeated(rewriter, op.operands[1], [&](ValueId amounts) {
        const TensorType amount_type = rewriter.tensor(amounts);
        return rewriter.emit(
            {.code = OpCode::ShiftLeft, .operands = {emit_uniform(rewriter, amount_type, 1), amounts}},
            amount_type);
    });
    const ValueId zero = emit_uniform(rewriter, type, 0);
    return std::vector{rewriter.emit({.code = OpCode::Select, .operands = {condition, power, zero}}, type)};
}

}  // namespace

const Literal* uniform_constant(const Rewriter& rewriter, ValueId value) {
    for (;;) {
        if (const Literal* literal = rewriter.constant(value))
            return literal->is_splat() || literal->type().element_count() == 1 ? literal : nullptr;
        const Op* op = rewriter.definition(value);
        if (op == nullptr || !repeating.contains(op->code)) return nullptr;
        value = op->operands[0];
    }
}

ValueId emit_uniform(Rewriter& rewriter, const TensorType& type, std::int64_t value) {
    return rewriter.emit_constant(Literal::from_values<std::int64_t>(type, {value}));
}

Replacement forwarded(const Rewriter& rewriter, const Op& op, ValueId value) {
    if (rewriter.type(value) != rewriter.type(op.results[0])) return std::nullopt;
    return std::vector{value};
}

namespace {

/// A reduction of no elements gives its initial value. The scheduler relies on reductions having elements.
Replacement simplify_reduce(Rewriter& rewriter, Op& op) {
    const TensorType& reduced = rewriter.tensor(op.operands[0]);
    if (!reduced.is_static() || reduced.element_count() > 0) return std::nullopt;
    Builder builder(rewriter);
    std::vector<ValueId> results;
    for (std::size_t i = 0; i < op.results.size(); i++) {
        const TensorType result = rewriter.tensor(op.results[i]);
        const ValueId initial = op.operands[op.results.size() + i];
        results.push_back(builder.broadcast(builder.convert(initial, result.element), {}, result.shape));
    }
    return results;
}

/// A contraction without terms gives zeros. The scheduler relies on contractions having terms.
Replacement simplify_contraction(Rewriter& rewriter, Op& op) {
    const TensorType& terms = rewriter.tensor(op.operands[1]);
    const TensorType result = rewriter.tensor(op.results[0]);
    if (!terms.is_static() || terms.element_count() > 0 || !result.is_static() || result.is_quantized())
        return std::nullopt;
    return std::vector{Builder(rewriter).uniform(result, 0)};
}

constexpr auto arithmetic_rows = std::to_array<RuleEntry>({
    {OpCode::Add, simplify_add},
    {OpCode::Subtract, simplify_subtract},
    {OpCode::Multiply, simplify_multiply},
    {OpCode::Divide, simplify_divide},
    {OpCode::Power, simplify_power},
    {OpCode::Negate, simplify_inverse<OpCode::Negate>},
    {OpCode::Not, simplify_inverse<OpCode::Not>},
    {OpCode::And, simplify_and},
    {OpCode::Or, simplify_or},
    {OpCode::Xor, simplify_xor},
    {OpCode::ShiftLeft, simplify_shift_left},
    {OpCode::ShiftRightLogical, simplify_zero_second},
    {OpCode::ShiftRightArithmetic, simplify_zero_second},
    {OpCode::Maximum, simplify_extremum<true>},
    {OpCode::Minimum, simplify_extremum<false>},
    {OpCode::Convert, simplify_convert},
    {OpCode::Reduce, simplify_reduce},
    {OpCode::Convolution, simplify_contraction},
    {OpCode::Dot, simplify_contraction},
    {OpCode::DotGeneral, simplify_contraction},
});

}  // namespace

constinit const RuleRows arithmetic_rules = arithmetic_rows;

}  // namespace hlo2c::frontend
