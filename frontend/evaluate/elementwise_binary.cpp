#include <cmath>
#include <limits>

#include "frontend/evaluate/arithmetic.h"
#include "frontend/evaluate/complex_functions.h"
#include "frontend/evaluate/elementwise.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/comparison.h"

namespace hlo2c::frontend {
namespace {

/// True for amounts that shift all bits out: negative ones, and those not less than the width.
bool shifts_all(ElementType type, std::int64_t amount) {
    return low_bits(type, amount) >= static_cast<std::uint64_t>(bit_width(type));
}

/// Compares the elements that `elements_of` gives of both operands.
template <typename ElementsOf, typename Less>
void compare_with(OpCall& call, ElementsOf elements_of, Less less) {
    check_same_shape(call, 0, 1);
    const ComparisonDirection direction = call.op()[attr::comparison_direction];
    const TensorType type = call.typed(call.operand(0).type().shape);
    const auto a = elements_of(call.operand(0)), b = elements_of(call.operand(1));
    std::vector<std::int64_t> values(computed_count(type, a.step + b.step));
    for (std::size_t i = 0; i < values.size(); i++) values[i] = holds(direction, a[i], b[i], less);
    call.give(from_integers(type, std::move(values)));
}

}  // namespace

void evaluate_Add(OpCall& call) {
    binary(
        call, add_integers, [](double a, double b) { return a + b; },
        [](const Complex& a, const Complex& b) { return a + b; });
}

void evaluate_Subtract(OpCall& call) {
    binary(
        call,
        [](ElementType, std::int64_t a, std::int64_t b) {
            return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
        },
        [](double a, double b) { return a - b; }, [](const Complex& a, const Complex& b) { return a - b; });
}

void evaluate_Multiply(OpCall& call) {
    binary(
        call, multiply_integers, [](double a, double b) { return a * b; }, multiply_complex);
}

void evaluate_Divide(OpCall& call) {
    binary(
        call, divide_integers, [](double a, double b) { return a / b; }, divide_complex);
}

/// StableHLO does not define the remainder of complex numbers (#997), and XLA does not support it.
void evaluate_Remainder(OpCall& call) {
    if (is_complex(call.operand(0).type().element))
        call.refuse("no specification defines the remainder of complex numbers");
    binary(
        call, remainder_integers, [](double a, double b) { return std::fmod(a, b); }, nullptr);
}

void evaluate_Power(OpCall& call) {
    binary(
        call, power_integers, [](double a, double b) { return std::pow(a, b); }, power_complex);
}

void evaluate_Maximum(OpCall& call) {
    binary(
        call,
        [](ElementType type, std::int64_t a, std::int64_t b) { return less_integers(type, a, b) ? b : a; },
        maximum_of, [](const Complex& a, const Complex& b) { return less_complex(a, b) ? b : a; });
}

void evaluate_Minimum(OpCall& call) {
    binary(
        call,
        [](ElementType type, std::int64_t a, std::int64_t b) { return less_integers(type, b, a) ? b : a; },
        minimum_of, [](const Complex& a, const Complex& b) { return less_complex(b, a) ? b : a; });
}

void evaluate_Atan2(OpCall& call) {
    binary(
        call, nullptr, [](double a, double b) { return std::atan2(a, b); }, atan2_complex);
}

void evaluate_And(OpCall& call) {
    binary(
        call, [](ElementType, std::int64_t a, std::int64_t b) { return a & b; }, nullptr, nullptr);
}

void evaluate_Or(OpCall& call) {
    binary(
        call, [](ElementType, std::int64_t a, std::int64_t b) { return a | b; }, nullptr, nullptr);
}

void evaluate_Xor(OpCall& call) {
    binary(
        call, [](ElementType, std::int64_t a, std::int64_t b) { return a ^ b; }, nullptr, nullptr);
}

void evaluate_ShiftLeft(OpCall& call) {
    binary(
        call,
        [](ElementType type, std::int64_t a, std::int64_t b) {
            return shifts_all(type, b) ? 0 : static_cast<std::int64_t>(static_cast<std::uint64_t>(a) << b);
        },
        nullptr, nullptr);
}

void evaluate_ShiftRightLogical(OpCall& call) {
    binary(
        call,
        [](ElementType type, std::int64_t a, std::int64_t b) {
            return shifts_all(type, b) ? 0 : static_cast<std::int64_t>(low_bits(type, a) >> b);
        },
        nullptr, nullptr);
}

void evaluate_ShiftRightArithmetic(OpCall& call) {
    binary(
        call,
        [](ElementType type, std::int64_t a, std::int64_t b) {
            const int unused = 64 - bit_width(type);
            const auto extended =
                static_cast<std::int64_t>(static_cast<std::uint64_t>(a) << unused) >> unused;
            return extended >> (shifts_all(type, b) ? 63 : b);
        },
        nullptr, nullptr);
}

void evaluate_Compare(OpCall& call) {
    const ElementType type = call.operand(0).type().element;
    const auto integer_less = [type](std::int64_t a, std::int64_t b) { return less_integers(type, a, b); };
    const auto less = [](auto a, auto b) { return a < b; };
    switch (domain_of(type)) {
        case Domain::Integer: return compare_with(call, integers, integer_less);
        case Domain::Complex: return compare_with(call, complexes, less_complex);
        case Domain::Real: break;
    }
    if (call.op()[attr::compare_type] == ComparisonType::TotalOrder)
        return compare_with(call, total_order, less);
    compare_with(call, reals, less);
}

void evaluate_Complex(OpCall& call) {
    check_same_shape(call, 0, 1);
    const TensorType type = call.typed(call.operand(0).type().shape);
    const Elements<double> a = reals(call.operand(0)), b = reals(call.operand(1));
    std::vector<Complex> values(computed_count(type, a.step + b.step));
    for (std::size_t i = 0; i < values.size(); i++) values[i] = {a[i], b[i]};
    call.give(from_complexes(type, std::move(values)));
}

void evaluate_ChloNextAfter(OpCall& call) {
    check_same_shape(call, 0, 1);
    const TensorType type = call.typed(call.operand(0).type().shape);
    const Elements<double> a = reals(call.operand(0)), b = reals(call.operand(1));
    const int bits = bit_width(type.element);
    const std::uint64_t sign = std::uint64_t{1} << (bits - 1);
    std::vector<double> values(computed_count(type, a.step + b.step));
    for (std::size_t i = 0; i < values.size(); i++) {
        const double from = a[i], to = b[i];
        if (std::isnan(from) || std::isnan(to)) {
            values[i] = std::numeric_limits<double>::quiet_NaN();
        } else if (from == to) {
            values[i] = to;
        } else if (from == 0) {
            values[i] = decode_float(type.element, 1 | (to < 0 ? sign : 0));
        } else {
            const std::uint64_t code = encode_float(type.element, from);
            const bool grows = (from < to) == (from > 0);
            const std::uint64_t next = grows ? code + 1 : code - 1;
            // The pattern before +0 is that of -0, which is NaN in some types.
            const bool is_zero = next == sign && std::isnan(decode_float(type.element, sign));
            values[i] = is_zero ? 0 : decode_float(type.element, next);
        }
    }
    call.give(from_reals(type, std::move(values)));
}

void evaluate_ChloMulhi(OpCall& call) {
    binary(
        call,
        [](ElementType type, std::int64_t a, std::int64_t b) {
            const int width = bit_width(type);
            __extension__ using Wide = __int128;
            __extension__ using WideUnsigned = unsigned __int128;
            if (is_signed_integer(type)) return static_cast<std::int64_t>(static_cast<Wide>(a) * b >> width);
            const auto x = static_cast<WideUnsigned>(static_cast<std::uint64_t>(a));
            return static_cast<std::int64_t>(x * static_cast<std::uint64_t>(b) >> width);
        },
        nullptr, nullptr);
}

}  // namespace hlo2c::frontend
