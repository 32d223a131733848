#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/passes/simplify_rules.h"

namespace hlo2c::frontend {
namespace {

constexpr int deepest_sign = 16;  ///< recursion limit of the sign analysis

bool all_nonnegative(const Literal& literal) {
    const std::int64_t count = literal.is_splat() ? 1 : literal.type().element_count();
    if (count > 1 << 16) return false;
    for (std::int64_t i = 0; i < count; i++)
        if (literal.integer(i) < 0) return false;
    return true;
}

bool is_nonnegative(const Rewriter& rewriter, ValueId value, int depth = 0);

/// Whether operands cannot be negative.
class OperandSigns {
public:
    OperandSigns(const Rewriter& rewriter, const Op& op, int depth)
        : rewriter_(rewriter), op_(op), depth_(depth) {}
    bool operator[](std::size_t operand) const {
        return is_nonnegative(rewriter_, op_.operands[operand], depth_);
    }
    bool all() const {
        for (std::size_t i = 0; i < op_.operands.size(); i++)
            if (!(*this)[i]) return false;
        return true;
    }
    const Op& op() const { return op_; }
    ElementType element(ValueId value) const { return rewriter_.tensor(value).element; }

private:
    const Rewriter& rewriter_;
    const Op& op_;
    int depth_;
};

using SignRule = bool (*)(const OperandSigns& operands);

bool sign_of_first(const OperandSigns& operands) {
    return operands[0];
}
bool signs_of_both(const OperandSigns& operands) {
    return operands[0] && operands[1];
}
bool sign_of_either(const OperandSigns& operands) {
    return operands[0] || operands[1];
}

bool sign_of_converted(const OperandSigns& operands) {
    const ElementType from = operands.element(operands.op().operands[0]);
    const ElementType to = operands.element(operands.op().results[0]);
    if (is_boolean(from)) return true;
    if (is_unsigned_integer(from)) return bit_width(from) < bit_width(to);
    return is_signed_integer(from) && bit_width(from) <= bit_width(to) && operands[0];
}

/// Whether no element of an op's integer result can be negative. Other ops may give negative ones.
constexpr auto sign_rules = partial<SignRule>({
    {OpCode::And, sign_of_either},
    {OpCode::Broadcast, sign_of_first},
    {OpCode::BroadcastInDim, sign_of_first},
    {OpCode::Clamp, signs_of_both},
    {OpCode::Concatenate, [](const OperandSigns& operands) { return operands.all(); }},
    {OpCode::Convert, sign_of_converted},
    {OpCode::Divide, signs_of_both},
    {OpCode::DynamicSlice, sign_of_first},
    {OpCode::Iota, [](const OperandSigns&) { return true; }},
    {OpCode::Maximum, sign_of_either},
    {OpCode::Minimum, signs_of_both},
    {OpCode::Remainder, sign_of_first},
    {OpCode::Reshape, sign_of_first},
    {OpCode::Reverse, sign_of_first},
    {OpCode::Select, [](const OperandSigns& operands) { return operands[1] && operands[2]; }},
    {OpCode::Slice, sign_of_first},
    {OpCode::Transpose, sign_of_first},
});

/// True if no element of an integer value can be negative (as a signed number of its type).
bool is_nonnegative(const Rewriter& rewriter, ValueId value, int depth) {
    if (const Literal* literal = rewriter.constant(value)) return all_nonnegative(*literal);
    const Op* op = rewriter.definition(value);
    if (op == nullptr || depth > deepest_sign) return false;
    const SignRule rule = behaviour(sign_rules, op->code);
    return rule != nullptr && rule(OperandSigns(rewriter, *op, depth + 1));
}

/// A boolean that differs from false is itself, one that equals false its inverse; with true the other way.
Replacement simplify_compare_of_booleans(Rewriter& rewriter, const Op& op) {
    const ComparisonDirection direction = op[attr::comparison_direction];
    const Literal* other = uniform_constant(rewriter, op.operands[1]);
    if (other == nullptr || (direction != ComparisonDirection::Eq && direction != ComparisonDirection::Ne))
        return std::nullopt;
    if ((other->integer(0) != 0) == (direction == ComparisonDirection::Eq))
        return forwarded(rewriter, op, op.operands[0]);
    const TensorType type = rewriter.tensor(op.results[0]);
    return std::vector{rewriter.emit({.code = OpCode::Not, .operands = {op.operands[0]}}, type)};
}

/// For indices that cannot be negative, x < 0 is false and x >= 0 is true. An integer compared with itself
/// gives a constant.
Replacement simplify_compare(Rewriter& rewriter, Op& op) {
    const TensorType &operand = rewriter.tensor(op.operands[0]), &result = rewriter.tensor(op.results[0]);
    if (is_boolean(operand.element)) return simplify_compare_of_booleans(rewriter, op);
    if (!is_integer(operand.element) || operand.is_quantized() || !result.is_static()) return std::nullopt;
    const ComparisonDirection direction = op[attr::comparison_direction];
    if (op.operands[0] == op.operands[1])
        return std::vector{emit_uniform(rewriter, result,
                                        direction == ComparisonDirection::Eq ||
                                            direction == ComparisonDirection::Ge ||
                                            direction == ComparisonDirection::Le)};
    const Literal* bound = uniform_constant(rewriter, op.operands[1]);
    if (bound == nullptr || bound->integer(0) != 0 || !is_signed_integer(operand.element))
        return std::nullopt;
    if ((direction != ComparisonDirection::Lt && direction != ComparisonDirection::Ge) ||
        !is_nonnegative(rewriter, op.operands[0]))
        return std::nullopt;
    return std::vector{emit_uniform(rewriter, result, direction == ComparisonDirection::Ge)};
}

/// A choice between true and false is the condition, one between false and true its inverse.
Replacement simplify_choice_of_booleans(Rewriter& rewriter, const Op& op) {
    const TensorType& type = rewriter.tensor(op.results[0]);
    const Literal *yes = uniform_constant(rewriter, op.operands[1]),
                  *no = uniform_constant(rewriter, op.operands[2]);
    if (!is_boolean(type.element) || yes == nullptr || no == nullptr || yes->integer(0) == no->integer(0) ||
        rewriter.type(op.operands[0]) != rewriter.type(op.results[0]))
        return std::nullopt;
    if (yes->integer(0) != 0) return std::vector{op.operands[0]};
    return std::vector{rewriter.emit({.code = OpCode::Not, .operands = {op.operands[0]}}, type)};
}

Replacement simplify_select(Rewriter& rewriter, Op& op) {
    if (op.operands[1] == op.operands[2]) return forwarded(rewriter, op, op.operands[1]);
    if (const Literal* condition = uniform_constant(rewriter, op.operands[0]))
        return forwarded(rewriter, op, op.operands[condition->integer(0) != 0 ? 1 : 2]);
    if (const Op* inverse = rewriter.definition(op.operands[0], OpCode::Not)) {
        op.operands = {inverse->operands[0], op.operands[2], op.operands[1]};
        rewriter.touch();
    }
    return simplify_choice_of_booleans(rewriter, op);
}

constexpr auto selection_rows = std::to_array<RuleEntry>({
    {OpCode::Compare, simplify_compare},
    {OpCode::Select, simplify_select},
});

}  // namespace

constinit const RuleRows selection_rules = selection_rows;

}  // namespace hlo2c::frontend
