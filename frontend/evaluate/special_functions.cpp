#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "frontend/evaluate/elementwise.h"

namespace hlo2c::frontend {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// B(2k) / (2k)! for k = 1 .. 12: the Euler-Maclaurin coefficients.
constexpr std::array bernoulli_over_factorial = {1.0 / 12,
                                                 -1.0 / 720,
                                                 1.0 / 30240,
                                                 -1.0 / 1209600,
                                                 1.0 / 47900160,
                                                 -691.0 / 1307674368000.0,
                                                 1.0 / 74724249600.0,
                                                 -3617.0 / 10670622842880000.0,
                                                 43867.0 / 5109094217170944000.0,
                                                 -174611.0 / 802857662698291200000.0,
                                                 77683.0 / 14101100039391805440000.0,
                                                 -236364091.0 / 1693824136731743669452800000.0};

/// The sum over n of (n + q)^-x, x > 1, q > 0, by the Euler-Maclaurin formula.
double sum_of_powers(double x, double q) {
    double sum = 0, at = q;
    for (int i = 0; i < 12; i++, at += 1) {
        const double term = std::pow(at, -x);
        sum += term;
        // Even if all terms underflow, their integral may not.
        const bool is_whole = sum > 0 || std::pow(at, 1 - x) == 0;
        if (std::fabs(term) <= 1e-18 * std::fabs(sum) && is_whole) return sum;
    }
    sum += std::pow(at, 1 - x) / (x - 1) + 0.5 * std::pow(at, -x);
    double factor = x, power = std::pow(at, -x - 1);
    for (std::size_t k = 0; k < bernoulli_over_factorial.size(); k++) {
        const double term = bernoulli_over_factorial[k] * factor * power;
        sum += term;
        if (std::fabs(term) < 1e-18 * std::fabs(sum)) break;
        const auto step = static_cast<double>(2 * k + 1);
        factor *= (x + step) * (x + step + 1);
        power /= at * at;
    }
    return sum;
}

/// Hurwitz zeta. Powers of negative numbers are defined for integer x only; at a pole, both sides tend to the
/// same infinity only for even x.
double zeta(double x, double q) {
    if (x == 1) return infinite;
    if (std::isnan(x) || std::isnan(q) || x < 1) return not_a_number;
    if (q > 0) return sum_of_powers(x, q);
    const bool is_even = std::fmod(x, 2) == 0 || std::isinf(x);
    if (q == std::floor(q)) return is_even ? infinite : not_a_number;
    if (x != std::floor(x)) return not_a_number;
    // For n + q < 0, |n + q| runs from ceil(q) - q to -q in steps of one. Between integers, odd powers of
    // numbers beside zero cancel, and what is left is far smaller.
    const double above = sum_of_powers(x, q - std::floor(q)), below = sum_of_powers(x, std::ceil(q) - q);
    const double beyond = sum_of_powers(x, 1 - q);
    return is_even ? (above + below) - beyond : (above - below) + beyond;
}

/// Near the positive zero: sums the differences between x and the zero, term by term, of the recurrence and
/// the asymptotic series; each has the distance to the zero as a factor.
double digamma_near_zero(double x) {
    constexpr double zero = 1.4616321449683622, rest_of_zero = 9.549995429965697e-17;
    const double distance = (x - zero) - rest_of_zero;
    double sum = 0, a = x, b = zero;
    for (int k = 0; k < 100; k++, a += 1, b += 1) sum += 1 / (a * b);
    const double product = a * b;
    sum += std::log1p(distance / b) / distance + 0.5 / product +
           (a + b) / (12 * product * product) * (1 - (a * a + b * b) / (10 * product * product));
    return distance * sum;
}

/// The recurrence up to 10, then the asymptotic series; the reflection formula for negative numbers.
double digamma(double x) {
    if (x == -infinite || std::isnan(x)) return not_a_number;
    if (x <= 0) {
        if (x == std::floor(x)) return not_a_number;
        return digamma(1 - x) - std::numbers::pi / std::tan(std::numbers::pi * (x - std::round(x)));
    }
    if (std::fabs(x - 1.46) < 0.25) return digamma_near_zero(x);
    double sum = 0;
    for (; x < 10; x += 1) sum -= 1 / x;
    const double s = 1 / (x * x);
    const double series =
        s * (1.0 / 12 -
             s * (1.0 / 120 - s * (1.0 / 252 - s * (1.0 / 240 - s * (1.0 / 132 - s * 691.0 / 32760)))));
    return sum + std::log(x) - 0.5 / x - series;
}

double polygamma(double n, double x) {
    if (!std::isfinite(n) || n < 0 || n != std::floor(n)) return not_a_number;
    if (n == 0) return digamma(x);
    const double sign = std::fmod(n, 2) == 0 ? -1 : 1;
    return sign * std::exp(std::lgamma(n + 1)) * zeta(n + 1, x);
}

/// Halley iterations on erf, or on erfc near the ends, from an approximate start.
double inverse_error_function(double y) {
    if (std::isnan(y) || std::fabs(y) > 1) return not_a_number;
    if (std::fabs(y) == 1) return y * infinite;
    if (y == 0) return y;
    const double magnitude = std::fabs(y), logarithm = std::log1p(-magnitude * magnitude);
    constexpr double a = 0.147;
    const double half = 2 / (std::numbers::pi * a) + logarithm / 2;
    double x = std::sqrt(std::sqrt(half * half - logarithm / a) - half);
    for (int i = 0; i < 6; i++) {
        const double difference = magnitude > 0.5 ? (1 - magnitude) - std::erfc(x) : std::erf(x) - magnitude;
        const double slope = 2 * std::numbers::inv_sqrtpi * std::exp(-x * x);
        const double step = difference / slope;
        x -= step / (1 + x * step);
    }
    return std::copysign(x, y);
}

/// exp(-|x|) I1(x): the power series for small arguments, the asymptotic series for large ones.
double bessel_i1e(double x) {
    const double magnitude = std::fabs(x);
    if (std::isnan(x)) return x;
    if (std::isinf(x)) return std::copysign(0.0, x);
    double value = 0;
    if (magnitude < 30) {
        double term = magnitude / 2, sum = term;
        for (int k = 1; k < 200; k++) {
            term *= magnitude * magnitude / 4 / (k * (k + 1.0));
            sum += term;
            if (term < 1e-18 * sum) break;
        }
        value = sum * std::exp(-magnitude);
    } else {
        double term = 1, sum = 1;
        for (int k = 1; k < 30; k++) {
            const double odd = 2.0 * k - 1;
            const double next = -term * (4 - odd * odd) / (8.0 * k * magnitude);
            if (std::fabs(next) >= std::fabs(term) || std::fabs(next) < 1e-18) break;
            sum += term = next;
        }
        value = sum / (std::sqrt(2 * std::numbers::pi) * std::sqrt(magnitude));
    }
    return std::copysign(value, x);
}

}  // namespace

void evaluate_ChloDigamma(OpCall& call) {
    unary(call, nullptr, digamma, nullptr);
}
void evaluate_ChloErfInv(OpCall& call) {
    unary(call, nullptr, inverse_error_function, nullptr);
}
void evaluate_ChloBesselI1e(OpCall& call) {
    unary(call, nullptr, bessel_i1e, nullptr);
}
void evaluate_ChloPolygamma(OpCall& call) {
    binary(call, nullptr, polygamma, nullptr);
}
void evaluate_ChloZeta(OpCall& call) {
    binary(call, nullptr, zeta, nullptr);
}

}  // namespace hlo2c::frontend
