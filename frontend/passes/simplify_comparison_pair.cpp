#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "frontend/ir/attributes.h"
#include "frontend/ir/comparison.h"
#include "frontend/passes/simplify_rules.h"

namespace hlo2c::frontend {
namespace {

/// A value compared with a number.
struct Comparison {
    ValueId value = no_value;
    ComparisonDirection direction{};
    double number = 0;

    bool accepts(double x) const { return holds(direction, x, number, std::less<>{}); }
};

/// Doubles hold all integers up to here.
constexpr double largest_exact = 1LL << 53;

std::optional<Comparison> comparison(const Rewriter& rewriter, ValueId value) {
    const Op* op = rewriter.definition(value, OpCode::Compare);
    if (op == nullptr) return std::nullopt;
    const TensorType& type = rewriter.tensor(op->operands[0]);
    const Literal* number = uniform_constant(rewriter, op->operands[1]);
    const bool is_total_order = (*op)[attr::compare_type] == ComparisonType::TotalOrder;
    if (number == nullptr || is_total_order || type.is_quantized() || is_boolean(type.element) ||
        !(is_integer(type.element) || is_float(type.element)) || std::abs(number->real(0)) >= largest_exact)
        return std::nullopt;
    return Comparison{op->operands[0], (*op)[attr::comparison_direction], number->real(0)};
}

/// Numbers of a type among which each comparison with one of `limits` takes every value that it can.
std::vector<double> representatives(ElementType element, std::initializer_list<double> limits) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    std::vector<double> numbers;
    if (is_float(element)) {
        numbers = {-infinity, infinity, std::numeric_limits<double>::quiet_NaN()};
        for (const double limit : limits)
            numbers.insert(numbers.end(),
                           {std::nextafter(limit, -infinity), limit, std::nextafter(limit, infinity)});
        return numbers;
    }
    const int bits = bit_width(element);
    const double least = is_unsigned_integer(element) ? 0 : -std::ldexp(1, bits - 1);
    const double greatest = std::ldexp(1, is_unsigned_integer(element) ? bits : bits - 1) - 1;
    for (const double limit : limits)
        for (const double near : {least, limit - 1, limit, limit + 1, greatest})
            if (near >= least && near <= greatest) numbers.push_back(near);
    return numbers;
}

}  // namespace

Replacement simplify_comparison_pair(Rewriter& rewriter, Op& op) {
    const TensorType& result = rewriter.tensor(op.results[0]);
    if (!is_boolean(result.element) || !result.is_static()) return std::nullopt;
    const std::optional<Comparison> a = comparison(rewriter, op.operands[0]);
    const std::optional<Comparison> b = comparison(rewriter, op.operands[1]);
    if (!a || !b || a->value != b->value) return std::nullopt;
    const std::vector<double> numbers =
        representatives(rewriter.tensor(a->value).element, {a->number, b->number});
    const auto always = [&](bool wanted) {
        return std::all_of(numbers.begin(), numbers.end(), [&](double x) {
            const bool both = a->accepts(x) && b->accepts(x), one = a->accepts(x) || b->accepts(x);
            return (op.code == OpCode::And ? both : one) == wanted;
        });
    };
    if (always(false)) return std::vector{emit_uniform(rewriter, result, 0)};
    if (always(true)) return std::vector{emit_uniform(rewriter, result, 1)};
    return std::nullopt;
}

}  // namespace hlo2c::frontend
