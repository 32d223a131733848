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

/// True if no element of an integer value can be negative (as a signed number of its type).
bool is_nonnegative(const Rewriter& rewriter, ValueId value, int depth = 0) {
    if (const Literal* literal = rewriter.constant(value)) return all_nonnegative(*literal);
    const Op* op = rewriter.definition(value);
    if (op == nullptr || depth > deepest_sign) return false;
    const auto operand = [&](std::size_t index) {
        return is_nonnegative(rewriter, op->operands[index], depth + 1);
    };
    switch (op->code) {
        case OpCode::Iota: return true;
        case OpCode::Broadcast:
        case OpCode::BroadcastInDim:
        case OpCode::DynamicSlice:
        case OpCode::Reshape:
        case OpCode::Reverse:
        case OpCode::Slice:
        case OpCode::Transpose: return operand(0);
        case OpCode::And: return operand(0) || operand(1);
        case OpCode::Clamp:
        case OpCode::Divide: return operand(0) && operand(1);
        case OpCode::Remainder: return operand(0);
        case OpCode::Maximum: return operand(0) || operand(1);
        case OpCode::Minimum: return operand(0) && operand(1);
        case OpCode::Select: return operand(1) && operand(2);
        case OpCode::Concatenate:
            return std::all_of(op->operands.begin(), op->operands.end(),
                               [&](ValueId part) { return is_nonnegative(rewriter, part, depth + 1); });
        case OpCode::Convert: {
            const ElementType from = rewriter.tensor(op->operands[0]).element;
            const ElementType to = rewriter.tensor(value).element;
            if (is_boolean(from)) return true;
            if (is_unsigned_integer(from)) return bit_width(from) < bit_width(to);
            return is_signed_integer(from) && bit_width(from) <= bit_width(to) && operand(0);
        }
        default: return false;
    }
}

/// For indices that cannot be negative, x < 0 is false and x >= 0 is true. An integer compared with itself
/// gives a constant.
Replacement simplify_compare(Rewriter& rewriter, Op& op) {
    const TensorType &operand = rewriter.tensor(op.operands[0]), &result = rewriter.tensor(op.results[0]);
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

Replacement simplify_select(Rewriter& rewriter, Op& op) {
    if (op.operands[1] == op.operands[2]) return forwarded(rewriter, op, op.operands[1]);
    if (const Literal* condition = uniform_constant(rewriter, op.operands[0]))
        return forwarded(rewriter, op, op.operands[condition->integer(0) != 0 ? 1 : 2]);
    if (const Op* inverse = rewriter.definition(op.operands[0], OpCode::Not)) {
        op.operands = {inverse->operands[0], op.operands[2], op.operands[1]};
        rewriter.touch();
    }
    return std::nullopt;
}

constexpr auto selection_rows = std::to_array<RuleEntry>({
    {OpCode::Compare, simplify_compare},
    {OpCode::Select, simplify_select},
});

}  // namespace

constinit const RuleRows selection_rules = selection_rows;

}  // namespace hlo2c::frontend
