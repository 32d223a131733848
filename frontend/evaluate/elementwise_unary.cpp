#include <bit>
#include <cmath>
#include <limits>

#include "frontend/evaluate/complex_functions.h"
#include "frontend/evaluate/elementwise.h"

namespace hlo2c::frontend {
namespace {

double sign_of(double x) {
    if (std::isnan(x) || x == 0) return x;
    return x < 0 ? -1 : 1;
}

/// Functions from complex to real numbers: absolute values and parts.
template <typename Function>
void complex_to_real(OpCall& call, Function function) {
    const Literal& operand = call.operand(0);
    const Elements<Complex> from = complexes(operand);
    std::vector<double> values;
    values.reserve(from.values.size());
    for (const Complex& value : from.values) values.push_back(function(value));
    call.give(from_reals(call.typed(operand.type().shape), values));
}

template <typename Function>
void test_reals(OpCall& call, Function function) {
    const Literal& operand = call.operand(0);
    const Elements<double> from = reals(operand);
    std::vector<std::int64_t> values;
    values.reserve(from.values.size());
    for (double value : from.values) values.push_back(function(value));
    call.give(from_integers(call.typed(operand.type().shape), values));
}

/// Float and complex functions of one argument.
template <typename RealFunction, typename ComplexFunction>
void function_of(OpCall& call, RealFunction real, ComplexFunction complex) {
    unary(call, nullptr, real, complex);
}

}  // namespace

void evaluate_Abs(OpCall& call) {
    if (is_complex(call.operand(0).type().element))
        return complex_to_real(call, [](const Complex& x) { return std::abs(x); });
    unary(
        call,
        [](ElementType, std::int64_t x) {
            return x < 0 ? static_cast<std::int64_t>(-static_cast<std::uint64_t>(x)) : x;
        },
        [](double x) { return std::fabs(x); }, nullptr);
}

void evaluate_Negate(OpCall& call) {
    unary(
        call,
        [](ElementType, std::int64_t x) { return static_cast<std::int64_t>(-static_cast<std::uint64_t>(x)); },
        [](double x) { return -x; }, [](const Complex& x) { return -x; });
}

void evaluate_Not(OpCall& call) {
    unary(
        call, [](ElementType, std::int64_t x) { return ~x; }, nullptr, nullptr);
}

void evaluate_Sign(OpCall& call) {
    unary(
        call, [](ElementType, std::int64_t x) { return static_cast<std::int64_t>((x > 0) - (x < 0)); },
        sign_of, sign_complex);
}

void evaluate_PopulationCount(OpCall& call) {
    unary(
        call,
        [](ElementType type, std::int64_t x) {
            return static_cast<std::int64_t>(std::popcount(low_bits(type, x)));
        },
        nullptr, nullptr);
}

void evaluate_CountLeadingZeros(OpCall& call) {
    unary(
        call,
        [](ElementType type, std::int64_t x) {
            return static_cast<std::int64_t>(std::countl_zero(low_bits(type, x)) - (64 - bit_width(type)));
        },
        nullptr, nullptr);
}

void evaluate_Ceil(OpCall& call) {
    function_of(
        call, [](double x) { return std::ceil(x); }, nullptr);
}

void evaluate_Floor(OpCall& call) {
    function_of(
        call, [](double x) { return std::floor(x); }, nullptr);
}

void evaluate_RoundNearestAfz(OpCall& call) {
    function_of(
        call, [](double x) { return std::round(x); }, nullptr);
}

void evaluate_RoundNearestEven(OpCall& call) {
    function_of(
        call, [](double x) { return std::nearbyint(x); }, nullptr);
}

void evaluate_Sqrt(OpCall& call) {
    function_of(
        call, [](double x) { return std::sqrt(x); }, [](const Complex& x) { return std::sqrt(x); });
}

void evaluate_Rsqrt(OpCall& call) {
    function_of(
        call, [](double x) { return 1 / std::sqrt(x); }, rsqrt_complex);
}

void evaluate_Cbrt(OpCall& call) {
    function_of(
        call, [](double x) { return std::cbrt(x); }, cbrt_complex);
}

void evaluate_Exponential(OpCall& call) {
    function_of(
        call, [](double x) { return std::exp(x); }, exponential_complex);
}

void evaluate_ExponentialMinusOne(OpCall& call) {
    function_of(
        call, [](double x) { return std::expm1(x); }, exponential_minus_one_complex);
}

void evaluate_Log(OpCall& call) {
    function_of(
        call, [](double x) { return std::log(x); }, [](const Complex& x) { return std::log(x); });
}

void evaluate_LogPlusOne(OpCall& call) {
    function_of(
        call, [](double x) { return std::log1p(x); }, log_plus_one_complex);
}

void evaluate_Logistic(OpCall& call) {
    const auto logistic = [](double x) {
        if (x > 0) return 1 / (1 + std::exp(-x));
        const double power = std::exp(x);  // exp(-x) may be infinite where the result is not zero
        return power / (1 + power);
    };
    function_of(call, logistic, logistic_complex);
}

void evaluate_Tanh(OpCall& call) {
    function_of(
        call, [](double x) { return std::tanh(x); }, tanh_complex);
}

void evaluate_Sine(OpCall& call) {
    function_of(
        call, [](double x) { return std::sin(x); }, sine_complex);
}

void evaluate_Cosine(OpCall& call) {
    function_of(
        call, [](double x) { return std::cos(x); }, cosine_complex);
}

void evaluate_Tan(OpCall& call) {
    function_of(
        call, [](double x) { return std::tan(x); }, tan_complex);
}

void evaluate_ChloTan(OpCall& call) {
    evaluate_Tan(call);
}

void evaluate_ChloSinh(OpCall& call) {
    function_of(
        call, [](double x) { return std::sinh(x); }, sinh_complex);
}

void evaluate_ChloCosh(OpCall& call) {
    function_of(
        call, [](double x) { return std::cosh(x); }, cosh_complex);
}

void evaluate_ChloAcos(OpCall& call) {
    function_of(
        call, [](double x) { return std::acos(x); },
        of_ordered([](const Complex& x) { return std::acos(x); }));
}

void evaluate_ChloAcosh(OpCall& call) {
    function_of(
        call, [](double x) { return std::acosh(x); },
        of_ordered([](const Complex& x) { return std::acosh(x); }));
}

void evaluate_ChloAsin(OpCall& call) {
    function_of(
        call, [](double x) { return std::asin(x); },
        of_ordered([](const Complex& x) { return std::asin(x); }));
}

void evaluate_ChloAsinh(OpCall& call) {
    function_of(
        call, [](double x) { return std::asinh(x); },
        of_ordered([](const Complex& x) { return std::asinh(x); }));
}

void evaluate_ChloAtan(OpCall& call) {
    function_of(
        call, [](double x) { return std::atan(x); },
        of_ordered([](const Complex& x) { return std::atan(x); }));
}

void evaluate_ChloAtanh(OpCall& call) {
    function_of(
        call, [](double x) { return std::atanh(x); },
        of_ordered([](const Complex& x) { return std::atanh(x); }));
}

void evaluate_ChloErf(OpCall& call) {
    function_of(
        call, [](double x) { return std::erf(x); }, nullptr);
}

void evaluate_ChloErfc(OpCall& call) {
    function_of(
        call, [](double x) { return std::erfc(x); }, nullptr);
}

void evaluate_ChloLgamma(OpCall& call) {
    function_of(
        call, [](double x) { return std::lgamma(x); }, nullptr);
}

void evaluate_ChloSquare(OpCall& call) {
    unary(
        call,
        [](ElementType, std::int64_t x) {
            return static_cast<std::int64_t>(static_cast<std::uint64_t>(x) * static_cast<std::uint64_t>(x));
        },
        [](double x) { return x * x; }, square_complex);
}

void evaluate_ChloConj(OpCall& call) {
    if (!is_complex(call.operand(0).type().element)) return call.give(call.operand(0));
    unary(
        call, nullptr, [](double x) { return x; }, [](const Complex& x) { return std::conj(x); });
}

void evaluate_Real(OpCall& call) {
    if (!is_complex(call.operand(0).type().element)) return call.give(call.operand(0));
    complex_to_real(call, [](const Complex& x) { return x.real(); });
}

void evaluate_Imag(OpCall& call) {
    if (!is_complex(call.operand(0).type().element))
        return unary(
            call, nullptr, [](double) { return 0.0; }, nullptr);
    complex_to_real(call, [](const Complex& x) { return x.imag(); });
}

void evaluate_IsFinite(OpCall& call) {
    test_reals(call, [](double x) { return std::isfinite(x); });
}

void evaluate_ChloIsInf(OpCall& call) {
    test_reals(call, [](double x) { return std::isinf(x); });
}

void evaluate_ChloIsPosInf(OpCall& call) {
    test_reals(call, [](double x) { return std::isinf(x) && x > 0; });
}

void evaluate_ChloIsNegInf(OpCall& call) {
    test_reals(call, [](double x) { return std::isinf(x) && x < 0; });
}

}  // namespace hlo2c::frontend
