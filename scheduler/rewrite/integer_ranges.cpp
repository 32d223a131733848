#include "scheduler/rewrite/integer_ranges.h"

#include <algorithm>
#include <bit>

#include "frontend/ir/attributes.h"
#include "frontend/ir/total_table.h"

namespace hlo2c::scheduler {

using frontend::ElementType;

namespace {

/// Products and shifts of ends up to here are exact in 64 bits.
constexpr std::int64_t largest_end = std::int64_t{1} << 31;
constexpr std::int64_t most_shifted = 31;
constexpr std::int64_t longest_literal = 1 << 16;
constexpr int deepest_range = 24;

using FoundRange = std::optional<IntegerRange>;

IntegerRange hull(std::initializer_list<std::int64_t> ends) {
    return {std::min(ends), std::max(ends)};
}

bool is_shift(const IntegerRange& amounts) {
    return amounts.low >= 0 && amounts.high <= most_shifted;
}

/// Of the bits below the highest one of either.
FoundRange bits_of(const IntegerRange& a, const IntegerRange& b) {
    if (a.low < 0 || b.low < 0) return std::nullopt;
    const auto bits = static_cast<std::uint64_t>(a.high | b.high);
    return IntegerRange{0, static_cast<std::int64_t>(std::bit_ceil(bits + 1)) - 1};
}

FoundRange left_shift(const IntegerRange& a, const IntegerRange& by) {
    if (!is_shift(by)) return std::nullopt;
    return hull({a.low << by.low, a.low << by.high, a.high << by.low, a.high << by.high});
}

FoundRange right_shift(const IntegerRange& a, const IntegerRange& by) {
    if (!is_shift(by)) return std::nullopt;
    return hull({a.low >> by.low, a.low >> by.high, a.high >> by.low, a.high >> by.high});
}

using BinaryRule = FoundRange (*)(const IntegerRange& a, const IntegerRange& b);

constexpr auto binary_rules = frontend::partial<BinaryRule>({
    {OpCode::Add,
     [](const IntegerRange& a, const IntegerRange& b) {
         return FoundRange{{a.low + b.low, a.high + b.high}};
     }},
    {OpCode::Maximum,
     [](const IntegerRange& a, const IntegerRange& b) {
         return FoundRange{{std::max(a.low, b.low), std::max(a.high, b.high)}};
     }},
    {OpCode::Minimum,
     [](const IntegerRange& a, const IntegerRange& b) {
         return FoundRange{{std::min(a.low, b.low), std::min(a.high, b.high)}};
     }},
    {OpCode::Multiply,
     [](const IntegerRange& a, const IntegerRange& b) {
         return FoundRange{hull({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high})};
     }},
    {OpCode::Or, bits_of},
    {OpCode::ShiftLeft, left_shift},
    {OpCode::ShiftRightArithmetic, right_shift},
    {OpCode::ShiftRightLogical,
     [](const IntegerRange& a, const IntegerRange& by) {
         return a.low < 0 ? FoundRange{} : right_shift(a, by);
     }},
    {OpCode::Subtract,
     [](const IntegerRange& a, const IntegerRange& b) {
         return FoundRange{{a.low - b.high, a.high - b.low}};
     }},
    {OpCode::Xor, bits_of},
});

/// Computes the range of a result from those of the operands.
using RangeRule = FoundRange (*)(IntegerRanges& ranges, const frontend::Rewriter& rewriter, const Op& op,
                                 int depth);

FoundRange of_all(IntegerRanges& ranges, const Op& op, std::size_t first, int depth) {
    FoundRange all = ranges.of(op.operands[first], depth);
    for (std::size_t i = first + 1; all && i < op.operands.size(); i++) {
        const FoundRange next = ranges.of(op.operands[i], depth);
        all = next ? FoundRange{{std::min(all->low, next->low), std::max(all->high, next->high)}}
                   : FoundRange{};
    }
    return all;
}

FoundRange of_operands(IntegerRanges& ranges, const frontend::Rewriter&, const Op& op, int depth) {
    return of_all(ranges, op, 0, depth);
}

FoundRange of_choice(IntegerRanges& ranges, const frontend::Rewriter&, const Op& op, int depth) {
    return of_all(ranges, op, 1, depth);
}

/// A mask that is not negative bounds what it masks, whatever that is.
FoundRange of_mask(IntegerRanges& ranges, const frontend::Rewriter&, const Op& op, int depth) {
    FoundRange least;
    for (const ValueId operand : op.operands) {
        const FoundRange mask = ranges.of(operand, depth);
        if (mask && mask->low >= 0 && (!least || mask->high < least->high))
            least = IntegerRange{0, mask->high};
    }
    return least;
}

FoundRange of_converted(IntegerRanges& ranges, const frontend::Rewriter& rewriter, const Op& op, int depth) {
    const ElementType from = rewriter.tensor(op.operands[0]).element;
    if (frontend::is_boolean(from)) return IntegerRange{0, 1};
    if (!frontend::is_integer(from)) return std::nullopt;
    if (const FoundRange found = ranges.of(op.operands[0], depth)) return found;
    return frontend::bit_width(from) < 32 ? FoundRange{range_of_type(from)} : FoundRange{};
}

FoundRange of_clamped(IntegerRanges& ranges, const frontend::Rewriter&, const Op& op, int depth) {
    const FoundRange least = ranges.of(op.operands[0], depth), most = ranges.of(op.operands[2], depth);
    if (!least || !most || least->high > most->low) return std::nullopt;
    return IntegerRange{least->low, most->high};
}

FoundRange of_sum(IntegerRanges& ranges, const frontend::Rewriter& rewriter, const Op& op, int depth) {
    const TensorType &from = rewriter.tensor(op.operands[0]), &to = rewriter.tensor(op.results[0]);
    if (!ranges.is_sum(op.results[0]) || !from.is_static() || to.element_count() == 0) return std::nullopt;
    const FoundRange term = ranges.of(op.operands[0], depth), initial = ranges.of(op.operands[1], depth);
    const std::int64_t count = from.element_count() / to.element_count();
    if (!term || !initial || count > largest_end) return std::nullopt;
    return IntegerRange{initial->low + count * term->low, initial->high + count * term->high};
}

constexpr auto range_rules = frontend::partial<RangeRule>({
    {OpCode::And, of_mask},
    {OpCode::BroadcastInDim, of_operands},
    {OpCode::Clamp, of_clamped},
    {OpCode::Concatenate, of_operands},
    {OpCode::Convert, of_converted},
    {OpCode::Reduce, of_sum},
    {OpCode::Reshape, of_operands},
    {OpCode::Reverse, of_operands},
    {OpCode::Select, of_choice},
    {OpCode::Slice, of_operands},
    {OpCode::Transpose, of_operands},
});

FoundRange of_literal(const Literal& literal) {
    const std::int64_t count = literal.is_splat() ? 1 : literal.type().element_count();
    if (count < 1 || count > longest_literal) return std::nullopt;
    IntegerRange range{literal.integer(0), literal.integer(0)};
    for (std::int64_t i = 1; i < count; i++) {
        range.low = std::min(range.low, literal.integer(i));
        range.high = std::max(range.high, literal.integer(i));
    }
    return range;
}

}  // namespace

IntegerRange range_of_type(ElementType type) {
    const int bits = std::min(frontend::bit_width(type), 32);
    const std::int64_t count = std::int64_t{1} << bits;
    return frontend::is_signed_integer(type) ? IntegerRange{-count / 2, count / 2 - 1}
                                             : IntegerRange{0, count - 1};
}

std::optional<IntegerRange> IntegerRanges::of(ValueId value, int depth) {
    const auto known = known_.find(value);
    if (known != known_.end()) return known->second;
    const Op* op = rewriter_.definition(value);
    if (op == nullptr || depth > deepest_range || !frontend::is_integer(rewriter_.tensor(value).element))
        return std::nullopt;
    FoundRange found = of_op(*op, depth + 1);
    const IntegerRange limits{-largest_end, largest_end};
    if (found &&
        !(found->is_inside(range_of_type(rewriter_.tensor(value).element)) && found->is_inside(limits)))
        found.reset();
    known_[value] = found;
    return found;
}

std::optional<IntegerRange> IntegerRanges::of_op(const Op& op, int depth) {
    if (const Literal* literal = rewriter_.constant(op.results[0])) return of_literal(*literal);
    if (const BinaryRule rule = behaviour(binary_rules, op.code)) {
        const FoundRange a = of(op.operands[0], depth), b = of(op.operands[1], depth);
        return a && b ? rule(*a, *b) : FoundRange{};
    }
    const RangeRule rule = behaviour(range_rules, op.code);
    return rule != nullptr ? rule(*this, rewriter_, op, depth) : FoundRange{};
}

}  // namespace hlo2c::scheduler
