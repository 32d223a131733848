#include "scheduler/rewrite/narrow_integers.h"

#include <algorithm>
#include <vector>

#include "frontend/ir/attributes.h"
#include "frontend/ir/combiner.h"
#include "frontend/ir/elided.h"
#include "frontend/ir/total_table.h"
#include "frontend/passes/builder.h"
#include "frontend/passes/dead_code_elimination.h"
#include "scheduler/rewrite/integer_ranges.h"

namespace hlo2c::scheduler {

using frontend::Builder;
using frontend::ElementType;
using frontend::Rewriter;

namespace {

/// Smaller registers hold a word, and C computes in words.
constexpr int least_vector_bytes = 8;
constexpr int deepest_tree = 24;
constexpr std::int64_t most_constants = 1 << 16;

/// What an op needs to be computed in a narrower type.
enum class Narrowing : std::uint8_t {
    None,
    Move,     ///< nothing: it moves elements
    LowBits,  ///< the low bits of its operands
    Multiply,
    Choice,  ///< the low bits of the second and the third operand
    Order,   ///< the operands themselves, which the narrower type must hold
    LeftShift,
    RightShift,  ///< its first operand itself
    Sum,
};

constexpr auto narrowings = frontend::partial<Narrowing>({
    {OpCode::Add, Narrowing::LowBits},
    {OpCode::And, Narrowing::LowBits},
    {OpCode::BroadcastInDim, Narrowing::Move},
    {OpCode::Clamp, Narrowing::Order},
    {OpCode::Concatenate, Narrowing::Move},
    {OpCode::Maximum, Narrowing::Order},
    {OpCode::Minimum, Narrowing::Order},
    {OpCode::Multiply, Narrowing::Multiply},
    {OpCode::Negate, Narrowing::LowBits},
    {OpCode::Not, Narrowing::LowBits},
    {OpCode::Or, Narrowing::LowBits},
    {OpCode::Reduce, Narrowing::Sum},
    {OpCode::Reshape, Narrowing::Move},
    {OpCode::Reverse, Narrowing::Move},
    {OpCode::Select, Narrowing::Choice},
    {OpCode::ShiftLeft, Narrowing::LeftShift},
    {OpCode::ShiftRightArithmetic, Narrowing::RightShift},
    {OpCode::ShiftRightLogical, Narrowing::RightShift},
    {OpCode::Slice, Narrowing::Move},
    {OpCode::Subtract, Narrowing::LowBits},
    {OpCode::Transpose, Narrowing::Move},
    {OpCode::Xor, Narrowing::LowBits},
});

/// Vectors of bytes have no multiplication and no shift.
bool has_bytes(Narrowing narrowing) {
    return narrowing != Narrowing::Multiply && narrowing != Narrowing::LeftShift &&
           narrowing != Narrowing::RightShift;
}

std::vector<ElementType> types_of_width(int bits, bool is_signed) {
    std::vector<ElementType> types = {ElementType::I32, ElementType::UI32};
    if (bits == 8) types = {ElementType::I8, ElementType::UI8};
    if (bits == 16) types = {ElementType::I16, ElementType::UI16};
    if (!is_signed) std::reverse(types.begin(), types.end());
    return types;
}

/// A tree of ops that is computed in the type `to`.
class NarrowTree {
public:
    NarrowTree(Rewriter& rewriter, IntegerRanges& ranges, ElementType to)
        : rewriter_(rewriter), ranges_(ranges), to_(to) {}

    bool has_arithmetic() const { return has_arithmetic_; }

    /// True if the value can be computed, except for bits that `to` does not have.
    bool is_possible(ValueId value, int depth = 0) {
        const Op* op = rewriter_.definition(value);
        if (op == nullptr || depth > deepest_tree || !is_static_integer(value)) return false;
        if (constant_behind(value) != nullptr) return true;
        if (op->code == OpCode::Convert) return is_possible_conversion(*op, depth + 1);
        const Narrowing narrowing = behaviour(narrowings, op->code);
        if (narrowing == Narrowing::None || rewriter_.uses(value) != 1) return false;
        if (frontend::bit_width(to_) == 8 && !has_bytes(narrowing)) return false;
        has_arithmetic_ = has_arithmetic_ || narrowing != Narrowing::Move;
        return is_possible(*op, narrowing, depth + 1);
    }

    ValueId computed(ValueId value) {
        Builder builder(rewriter_);
        const Op op = *rewriter_.definition(value);
        TensorType type = rewriter_.tensor(value);
        type.element = to_;
        if (const Literal* literal = rewriter_.constant(value))
            return rewriter_.emit_constant(converted(*literal, type));
        if (op.code == OpCode::Convert)
            return is_narrow(op.operands[0]) ? builder.convert(op.operands[0], to_)
                                             : computed(op.operands[0]);
        Op narrow{.code = op.code, .operands = op.operands, .attributes = op.attributes};
        const Narrowing narrowing = behaviour(narrowings, op.code);
        for (std::size_t i = narrowing == Narrowing::Choice ? 1 : 0; i < op.operands.size(); i++)
            narrow.operands[i] = computed(op.operands[i]);
        if (narrowing == Narrowing::Sum) narrow.regions.push_back(builder.combiner(OpCode::Add, to_));
        // A signed operand, held in half of the bits, gives the same low bits whatever is shifted in.
        if (narrowing == Narrowing::RightShift)
            narrow.code =
                frontend::is_signed_integer(to_) ? OpCode::ShiftRightArithmetic : OpCode::ShiftRightLogical;
        return rewriter_.emit(std::move(narrow), std::move(type));
    }

private:
    bool is_static_integer(ValueId value) const {
        const TensorType& type = rewriter_.tensor(value);
        return frontend::is_integer(type.element) && !type.is_quantized() && type.is_static();
    }

    bool is_narrow(ValueId value) const {
        const ElementType type = rewriter_.tensor(value).element;
        return frontend::bit_width(type) <= frontend::bit_width(to_);
    }

    /// The constant that the value has the elements of.
    const Literal* constant_behind(ValueId value) const {
        const Op* op = rewriter_.definition(value);
        while (op != nullptr && op->operands.size() == 1 &&
               behaviour(narrowings, op->code) == Narrowing::Move)
            op = rewriter_.definition(op->operands[0]);
        const Literal* literal = op != nullptr ? rewriter_.constant(op->results[0]) : nullptr;
        const bool is_short =
            literal != nullptr && (literal->is_splat() || literal->type().element_count() <= most_constants);
        return is_short && !frontend::is_elided(*literal) ? literal : nullptr;
    }

    static Literal converted(const Literal& literal, const TensorType& type) {
        std::vector<std::int64_t> values;
        const std::int64_t count = literal.is_splat() ? 1 : literal.type().element_count();
        for (std::int64_t i = 0; i < count; i++) values.push_back(literal.integer(i));
        return Literal::from_values(type, values);
    }

    bool is_possible_conversion(const Op& op, int depth) {
        const ElementType from = rewriter_.tensor(op.operands[0]).element;
        if (!frontend::is_integer(from) && !frontend::is_boolean(from)) return false;
        if (is_narrow(op.operands[0])) return true;
        const bool changes_sign_alone =
            frontend::bit_width(from) == frontend::bit_width(rewriter_.tensor(op.results[0]).element);
        return changes_sign_alone && rewriter_.uses(op.results[0]) == 1 && is_possible(op.operands[0], depth);
    }

    bool is_possible(const Op& op, Narrowing narrowing, int depth) {
        if (narrowing == Narrowing::Sum && !ranges_.is_sum(op.results[0])) return false;
        for (std::size_t i = narrowing == Narrowing::Choice ? 1 : 0; i < op.operands.size(); i++) {
            if (!is_possible(op.operands[i], depth)) return false;
            const bool itself =
                narrowing == Narrowing::Order || (narrowing == Narrowing::RightShift && i == 0);
            if (itself && !is_held(op.operands[i])) return false;
        }
        return (narrowing != Narrowing::LeftShift && narrowing != Narrowing::RightShift) ||
               is_amount(op.operands[1]);
    }

    bool is_held(ValueId value) {
        const std::optional<IntegerRange> range = ranges_.of(value);
        return range && range->is_inside(range_of_type(to_));
    }

    /// An amount by which the narrower type is shifted as the wider one.
    bool is_amount(ValueId value) {
        const std::optional<IntegerRange> range = ranges_.of(value);
        return range && range->is_inside({0, frontend::bit_width(to_) - 1});
    }

    Rewriter& rewriter_;
    IntegerRanges& ranges_;
    const ElementType to_;
    bool has_arithmetic_ = false;
};

std::optional<std::vector<ValueId>> narrowed(Rewriter& rewriter, IntegerRanges& ranges, const Op& op) {
    const ElementType wide = rewriter.tensor(op.operands[0]).element,
                      to = rewriter.tensor(op.results[0]).element;
    if (!frontend::is_integer(wide) || !frontend::is_integer(to)) return std::nullopt;
    for (int bits = std::max(8, frontend::bit_width(to)); bits < frontend::bit_width(wide); bits *= 2) {
        const bool is_signed = frontend::is_signed_integer(bits == frontend::bit_width(to) ? to : wide);
        for (const ElementType narrow : types_of_width(bits, is_signed)) {
            NarrowTree tree(rewriter, ranges, narrow);
            if (!tree.is_possible(op.operands[0]) || !tree.has_arithmetic()) continue;
            return std::vector{Builder(rewriter).convert(tree.computed(op.operands[0]), to)};
        }
    }
    return std::nullopt;
}

bool is_plain_sum(const Op& op) {
    if (op.code != OpCode::Reduce || op.results.size() != 1) return false;
    const Op* combiner = frontend::combiner(op.regions[0]);
    return combiner != nullptr && combiner->code == OpCode::Add;
}

}  // namespace

void narrow_integers(frontend::Program& program, const Target& target) {
    if (target.vector_bytes < least_vector_bytes) return;
    bool changed = false;
    for (Function& function : program.functions) {
        Rewriter rewriter(program, function);
        IntegerRanges ranges(rewriter);
        changed = rewriter.run([&](Rewriter&, Op& op) -> std::optional<std::vector<ValueId>> {
            if (is_plain_sum(op)) ranges.add_sum(op.results[0]);
            return op.code == OpCode::Convert ? narrowed(rewriter, ranges, op) : std::nullopt;
        }) || changed;
    }
    if (changed) frontend::dead_code_elimination(program);
}

}  // namespace hlo2c::scheduler
