#include "frontend/passes/size_intervals.h"

#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/ir/total_table.h"
#include "frontend/ops/op_row.h"

namespace hlo2c::frontend {
namespace {

using Intervals = std::vector<SizeInterval>;

/// Sizes beyond this have no use, and products of two of them are still exact.
constexpr std::int64_t largest = std::int64_t{1} << 31;
/// Expressions of sizes are short.
constexpr int deepest_interval = 64;
constexpr std::int64_t longest_list = 64;

bool is_finite(const SizeInterval& interval) {
    return interval.low >= -largest && interval.high <= largest;
}

SizeInterval hull(std::initializer_list<std::int64_t> ends) {
    return {std::min(ends), std::max(ends)};
}

using IntervalRule = std::optional<SizeInterval> (*)(const SizeInterval& a, const SizeInterval& b);

std::optional<SizeInterval> interval_quotient(const SizeInterval& a, const SizeInterval& b) {
    if (b.low < 1) return std::nullopt;
    return hull({a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high});
}

std::optional<SizeInterval> interval_remainder(const SizeInterval& a, const SizeInterval& b) {
    if (b.low < 1) return std::nullopt;
    return SizeInterval{a.low < 0 ? 1 - b.high : 0, a.high > 0 ? b.high - 1 : 0};
}

SizeInterval larger_interval(const SizeInterval& a, const SizeInterval& b) {
    return {std::max(a.low, b.low), std::max(a.high, b.high)};
}

SizeInterval smaller_interval(const SizeInterval& a, const SizeInterval& b) {
    return {std::min(a.low, b.low), std::min(a.high, b.high)};
}

constexpr auto interval_rules = partial<IntervalRule>({
    {OpCode::Add,
     [](const SizeInterval& a, const SizeInterval& b) {
         return std::optional(SizeInterval{a.low + b.low, a.high + b.high});
     }},
    {OpCode::Divide, interval_quotient},
    {OpCode::Maximum,
     [](const SizeInterval& a, const SizeInterval& b) { return std::optional(larger_interval(a, b)); }},
    {OpCode::Minimum,
     [](const SizeInterval& a, const SizeInterval& b) { return std::optional(smaller_interval(a, b)); }},
    {OpCode::Multiply,
     [](const SizeInterval& a, const SizeInterval& b) {
         return std::optional(hull({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high}));
     }},
    {OpCode::Remainder, interval_remainder},
    {OpCode::Subtract,
     [](const SizeInterval& a, const SizeInterval& b) {
         return std::optional(SizeInterval{a.low - b.high, a.high - b.low});
     }},
});

class IntervalFinder {
public:
    explicit IntervalFinder(const Rewriter& rewriter) : rewriter_(rewriter) {}

    std::optional<Intervals> of(ValueId value, int depth = 0) const {
        if (depth > deepest_interval || !rewriter_.type(value).is_tensor()) return std::nullopt;
        const TensorType& type = rewriter_.tensor(value);
        if (!type.is_static() || type.element_count() > longest_list) return std::nullopt;
        const Op* op = rewriter_.definition(value);
        if (op == nullptr) return std::nullopt;
        std::optional<Intervals> intervals = of_op(*op, type, depth + 1);
        if (!intervals || !std::all_of(intervals->begin(), intervals->end(), is_finite)) return std::nullopt;
        return intervals;
    }

private:
    std::optional<Intervals> of_op(const Op& op, const TensorType& type, int depth) const {
        const OfOp finder = behaviour(of_ops, op.code);
        return finder != nullptr ? (this->*finder)(op, type, depth) : of_binary(op, depth);
    }

    using OfOp = std::optional<Intervals> (IntervalFinder::*)(const Op& op, const TensorType& type,
                                                              int depth) const;
    static const std::array<OfOp, op_count> of_ops;

    std::optional<Intervals> of_operand(const Op& op, const TensorType&, int depth) const {
        if (is_float(rewriter_.tensor(op.operands[0]).element)) return std::nullopt;
        return of(op.operands[0], depth);
    }

    std::optional<Intervals> of_constant(const Op& op, const TensorType&, int) const {
        const Literal* literal = rewriter_.constant(op.results[0]);
        if (literal == nullptr || !is_integer(literal->type().element)) return std::nullopt;
        Intervals intervals;
        for (std::int64_t i = 0; i < literal->type().element_count(); i++)
            intervals.push_back({literal->integer(static_cast<std::size_t>(i)),
                                 literal->integer(static_cast<std::size_t>(i))});
        return intervals;
    }

    std::optional<Intervals> of_size(const Op& op, const TensorType&, int) const {
        const TensorType& type = rewriter_.tensor(op.operands[0]);
        const auto dimension = static_cast<std::size_t>(op[attr::dimension]);
        const std::int64_t size = type.shape[dimension];
        if (size != dynamic_size) return Intervals{{size, size}};
        if (type.bounds.empty() || type.bounds[dimension] == dynamic_size) return std::nullopt;
        return Intervals{{0, type.bounds[dimension]}};
    }

    std::optional<Intervals> of_broadcast(const Op& op, const TensorType& type, int depth) const {
        const std::optional<Intervals> one = of(op.operands[0], depth);
        if (!one || one->size() != 1) return std::nullopt;
        return Intervals(static_cast<std::size_t>(type.element_count()), one->front());
    }

    std::optional<Intervals> of_concatenate(const Op& op, const TensorType&, int depth) const {
        Intervals all;
        for (const ValueId operand : op.operands) {
            const std::optional<Intervals> part = of(operand, depth);
            if (!part) return std::nullopt;
            all.insert(all.end(), part->begin(), part->end());
        }
        return all;
    }

    std::optional<Intervals> of_slice(const Op& op, const TensorType&, int depth) const {
        const std::optional<Intervals> all = of(op.operands[0], depth);
        const std::vector<std::int64_t> starts = op[attr::start_indices], limits = op[attr::limit_indices],
                                        strides = op[attr::strides];
        if (!all || starts.size() != 1) return std::nullopt;
        Intervals part;
        for (std::int64_t i = starts[0]; i < limits[0]; i += strides[0])
            part.push_back(all->at(static_cast<std::size_t>(i)));
        return part;
    }

    std::optional<Intervals> of_select(const Op& op, const TensorType&, int depth) const {
        const std::optional<Intervals> a = of(op.operands[1], depth), b = of(op.operands[2], depth);
        if (!a || !b) return std::nullopt;
        Intervals either;
        for (std::size_t i = 0; i < a->size(); i++)
            either.push_back({std::min((*a)[i].low, (*b)[i].low), std::max((*a)[i].high, (*b)[i].high)});
        return either;
    }

    std::optional<Intervals> of_clamp(const Op& op, const TensorType&, int depth) const {
        const std::optional<Intervals> low = of(op.operands[0], depth), value = of(op.operands[1], depth),
                                       high = of(op.operands[2], depth);
        if (!low || !value || !high) return std::nullopt;
        Intervals clamped;
        for (std::size_t i = 0; i < value->size(); i++) {
            const SizeInterval least = larger_interval(low->at(low->size() == 1 ? 0 : i), (*value)[i]);
            clamped.push_back(smaller_interval(least, high->at(high->size() == 1 ? 0 : i)));
        }
        return clamped;
    }

    std::optional<Intervals> of_binary(const Op& op, int depth) const {
        const IntervalRule combine = behaviour(interval_rules, op.code);
        if (combine == nullptr) return std::nullopt;
        const std::optional<Intervals> a = of(op.operands[0], depth), b = of(op.operands[1], depth);
        if (!a || !b || a->size() != b->size()) return std::nullopt;
        Intervals intervals;
        for (std::size_t i = 0; i < a->size(); i++) {
            const std::optional<SizeInterval> one = combine((*a)[i], (*b)[i]);
            if (!one) return std::nullopt;
            intervals.push_back(*one);
        }
        return intervals;
    }

    const Rewriter& rewriter_;
};

constinit const std::array<IntervalFinder::OfOp, op_count> IntervalFinder::of_ops = partial<OfOp>({
    {OpCode::BroadcastInDim, &IntervalFinder::of_broadcast},
    {OpCode::Clamp, &IntervalFinder::of_clamp},
    {OpCode::Concatenate, &IntervalFinder::of_concatenate},
    {OpCode::Constant, &IntervalFinder::of_constant},
    {OpCode::Convert, &IntervalFinder::of_operand},
    {OpCode::GetDimensionSize, &IntervalFinder::of_size},
    {OpCode::Reshape, &IntervalFinder::of_operand},
    {OpCode::Select, &IntervalFinder::of_select},
    {OpCode::Slice, &IntervalFinder::of_slice},
});

/// The interval of each size of a tensor; nothing where one has no bound.
std::optional<Intervals> sizes_of(const TensorType& type) {
    Intervals sizes;
    for (std::size_t d = 0; d < type.shape.size(); d++) {
        const bool is_open = type.shape[d] == dynamic_size;
        if (is_open && (type.bounds.empty() || type.bounds[d] == dynamic_size)) return std::nullopt;
        sizes.push_back(is_open ? SizeInterval{0, type.bounds[d]}
                                : SizeInterval{type.shape[d], type.shape[d]});
    }
    return sizes;
}

/// low + size + high, with `interior` elements between each two.
std::optional<Intervals> padded_sizes(const Rewriter& rewriter, const Op& op) {
    const std::optional<Intervals> sizes = sizes_of(rewriter.tensor(op.operands[0])),
                                   low = size_intervals(rewriter, op.operands[2]),
                                   high = size_intervals(rewriter, op.operands[3]),
                                   interior = size_intervals(rewriter, op.operands[4]);
    if (!sizes || !low || !high || !interior) return std::nullopt;
    Intervals padded;
    for (std::size_t d = 0; d < sizes->size(); d++) {
        const auto at = [&](std::int64_t size, std::int64_t gap) {
            return size + std::max<std::int64_t>(size - 1, 0) * std::max<std::int64_t>(gap, 0);
        };
        padded.push_back({at((*sizes)[d].low, (*interior)[d].low) + (*low)[d].low + (*high)[d].low,
                          at((*sizes)[d].high, (*interior)[d].high) + (*low)[d].high + (*high)[d].high});
    }
    return padded;
}

std::optional<Intervals> sliced_sizes(const Rewriter& rewriter, const Op& op) {
    const std::optional<Intervals> starts = size_intervals(rewriter, op.operands[1]),
                                   limits = size_intervals(rewriter, op.operands[2]),
                                   strides = size_intervals(rewriter, op.operands[3]);
    if (!starts || !limits || !strides) return std::nullopt;
    Intervals sliced;
    for (std::size_t d = 0; d < starts->size(); d++) {
        if ((*strides)[d].low < 1) return std::nullopt;
        const auto steps = [](std::int64_t length, std::int64_t stride) {
            return (std::max<std::int64_t>(length, 0) + stride - 1) / stride;
        };
        sliced.push_back({steps((*limits)[d].low - (*starts)[d].high, (*strides)[d].high),
                          steps((*limits)[d].high - (*starts)[d].low, (*strides)[d].low)});
    }
    return sliced;
}

/// Ops whose sizes follow from several operands; others may have an operand that lists them.
using ResultSizes = std::optional<Intervals> (*)(const Rewriter& rewriter, const Op& op);
constexpr auto result_sizes_of_ops = partial<ResultSizes>({
    {OpCode::DynamicPad, padded_sizes},
    {OpCode::RealDynamicSlice, sliced_sizes},
});

std::optional<Intervals> result_sizes(const Rewriter& rewriter, const Op& op) {
    if (const ResultSizes sizes = behaviour(result_sizes_of_ops, op.code)) return sizes(rewriter, op);
    const std::optional<std::size_t> shape = shape_operand(op.code);
    return shape ? size_intervals(rewriter, op.operands[*shape]) : std::nullopt;
}

}  // namespace

std::optional<std::vector<SizeInterval>> size_intervals(const Rewriter& rewriter, ValueId value) {
    return IntervalFinder(rewriter).of(value);
}

std::optional<TensorType> bounded_result(const Rewriter& rewriter, const Op& op) {
    const std::optional<Intervals> sizes = result_sizes(rewriter, op);
    TensorType type = rewriter.tensor(op.results[0]);
    if (!sizes || sizes->size() != type.shape.size()) return std::nullopt;
    type.bounds.resize(type.shape.size(), dynamic_size);
    for (std::size_t d = 0; d < sizes->size(); d++) {
        const SizeInterval& size = (*sizes)[d];
        if (type.shape[d] != dynamic_size) continue;
        if (size.low == size.high)
            type.shape[d] = std::max<std::int64_t>(size.low, 0);
        else
            type.bounds[d] = std::max<std::int64_t>(size.high, 0);
    }
    if (type.is_static()) type.bounds.clear();
    return type;
}

}  // namespace hlo2c::frontend
