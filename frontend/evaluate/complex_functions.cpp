#include "frontend/evaluate/complex_functions.h"

#include <algorithm>
#include <cmath>

namespace hlo2c::frontend {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr Complex undefined = {std::numeric_limits<double>::quiet_NaN(),
                               std::numeric_limits<double>::quiet_NaN()};

bool is_finite(const Complex& x) {
    return std::isfinite(x.real()) && std::isfinite(x.imag());
}

bool is_infinite(const Complex& x) {
    return std::isinf(x.real()) || std::isinf(x.imag());
}

Complex shifted(const Complex& x, int exponent) {
    return {std::ldexp(x.real(), exponent), std::ldexp(x.imag(), exponent)};
}

/// The exponent of the larger part of a finite number that is not zero.
int exponent_of(const Complex& x) {
    return std::ilogb(std::max(std::fabs(x.real()), std::fabs(x.imag())));
}

/// One with its sign for each infinite part, zero for the others.
Complex direction_of(const Complex& x) {
    return {std::copysign(std::isinf(x.real()) ? 1.0 : 0.0, x.real()),
            std::copysign(std::isinf(x.imag()) ? 1.0 : 0.0, x.imag())};
}

Complex times_i(const Complex& x) {
    return {-x.imag(), x.real()};
}

Complex times_minus_i(const Complex& x) {
    return {x.imag(), -x.real()};
}

}  // namespace

bool is_ordered(const Complex& x) {
    return !std::isnan(x.real()) && !std::isnan(x.imag());
}

/// Without C's special treatment of infinities beside NaN.
Complex multiply_complex(const Complex& a, const Complex& b) {
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

/// A zero divisor has the sign of its real part. If exactly one of dividend and divisor is infinite, its
/// direction takes its place.
Complex divide_complex(const Complex& a, const Complex& b) {
    if (b == Complex(0)) {
        const double quotient = std::copysign(infinite, b.real());
        return {quotient * a.real(), quotient * a.imag()};
    }
    if (is_infinite(a) && is_finite(b)) {
        const Complex direction = multiply_complex(direction_of(a), std::conj(b));
        return {infinite * direction.real(), infinite * direction.imag()};
    }
    if (is_finite(a) && is_infinite(b)) {
        const Complex direction = multiply_complex(a, std::conj(direction_of(b)));
        return {0 * direction.real(), 0 * direction.imag()};
    }
    if (!is_finite(a) || !is_finite(b)) return undefined;
    if (a == Complex(0)) return multiply_complex(a, std::conj(b)) / std::norm(shifted(b, -exponent_of(b)));
    // The smaller part of a may be much smaller, so the larger one is moved to the upper end.
    constexpr int high = 1000;
    const int shift = high - exponent_of(a), of_b = exponent_of(b);
    const Complex divisor = shifted(b, -of_b);
    const Complex product = multiply_complex(shifted(a, shift), std::conj(divisor));
    return shifted(product / std::norm(divisor), -shift - of_b);
}

/// exp(b log a). Zero has no logarithm: its powers are 1, 0 or undefined.
Complex power_complex(const Complex& a, const Complex& b) {
    if (a != Complex(0)) return exponential_complex(multiply_complex(b, std::log(a)));
    if (b == Complex(0)) return 1;
    return b.real() > 0 ? Complex(0) : undefined;
}

/// -i log((x + iy) / sqrt(x^2 + y^2)); a common scale of both has no effect.
Complex atan2_complex(const Complex& y, const Complex& x) {
    Complex near_y = y, near_x = x;
    if (is_finite(x) && is_finite(y) && (x != Complex(0) || y != Complex(0))) {
        const int exponent = x == Complex(0)   ? exponent_of(y)
                             : y == Complex(0) ? exponent_of(x)
                                               : std::max(exponent_of(x), exponent_of(y));
        near_y = shifted(y, -exponent);
        near_x = shifted(x, -exponent);
    }
    const Complex size = std::sqrt(square_complex(near_x) + square_complex(near_y));
    return times_minus_i(std::log(divide_complex(near_x + times_i(near_y), size)));
}

Complex sign_complex(const Complex& x) {
    if (!is_ordered(x)) return undefined;
    if (x == Complex(0)) return 0;
    const Complex near = is_finite(x) ? shifted(x, -exponent_of(x)) : x;
    return near / std::abs(near);
}

/// (re - im)(re + im) does not turn large parts into NaN, as re*re - im*im does. Finite parts of equal
/// magnitude cancel exactly.
Complex square_complex(const Complex& x) {
    const double product = x.real() * x.imag();
    if (std::fabs(x.real()) == std::fabs(x.imag()) && std::isfinite(x.real())) return {0, 2 * product};
    return {(x.real() - x.imag()) * (x.real() + x.imag()), 2 * product};
}

/// conj(s) / |x| with s = sqrt(x), of x scaled by a power of four; an infinity instead of NaN for zero.
Complex rsqrt_complex(const Complex& x) {
    if (x == Complex(0)) return {infinite, 0};
    if (is_infinite(x)) return {0, std::isnan(x.imag()) ? 0 : std::copysign(0.0, -x.imag())};
    if (!is_ordered(x)) return undefined;
    const int half = exponent_of(x) / 2;
    const Complex near = shifted(x, -2 * half);
    return shifted(std::conj(std::sqrt(near)) / std::abs(near), -half);
}

/// The cube root of the magnitude, which is scaled by a power of eight, and a third of the angle.
Complex cbrt_complex(const Complex& x) {
    if (x == Complex(0)) return x;
    const int third = is_finite(x) ? exponent_of(x) / 3 : 0;
    const Complex near = is_finite(x) ? shifted(x, -3 * third) : x;
    const double size = std::ldexp(std::cbrt(std::hypot(near.real(), near.imag())), third);
    const double angle = std::atan2(x.imag(), x.real()) / 3;
    return {size * std::cos(angle), angle == 0 ? angle : size * std::sin(angle)};
}

/// For exp(-inf + i inf) and exp(-inf + i NaN), C returns zeros of unspecified sign, but the product exp(re)
/// cos(im) is NaN.
Complex exponential_complex(const Complex& x) {
    if (std::isinf(x.real()) && !std::isfinite(x.imag())) return undefined;
    return std::exp(x);
}

/// exp(x) - 1 without cancellation near 0: expm1(re) cos(im) - 2 sin(im/2)^2, exp(re) sin(im). Real numbers
/// stay real, infinities included.
Complex exponential_minus_one_complex(const Complex& x) {
    if (x.imag() == 0) return {std::expm1(x.real()), x.imag()};
    constexpr double one_vanishes = 700;
    if (x.real() > one_vanishes) return exponential_complex(x);
    const double half = std::sin(x.imag() / 2);
    return {std::expm1(x.real()) * std::cos(x.imag()) - 2 * half * half,
            std::exp(x.real()) * std::sin(x.imag())};
}

Complex log_plus_one_complex(const Complex& x) {
    const double angle = std::atan2(x.imag(), x.real() + 1);
    constexpr double small = 0.5;
    if (std::fabs(x.real()) > small || std::fabs(x.imag()) > small)
        return {std::log(Complex(x.real() + 1, x.imag())).real(), angle};
    return {std::log1p(x.real() * (2 + x.real()) + x.imag() * x.imag()) / 2, angle};
}

/// 1 / (1 + exp(-x)) of radius r = exp(-|re|), on the left half-plane exp(x) / (1 + exp(x)). The sum in the
/// denominator, which cancels close to the poles, is (1 - r) + r (1 + cos(im)) + i r sin(im).
Complex logistic_complex(const Complex& x) {
    const double size = std::fabs(x.real()), radius = std::exp(-size), rest = -std::expm1(-size);
    const double half = std::cos(x.imag() / 2), raised = 2 * half * half;
    const Complex below = {rest + radius * raised, radius * std::sin(x.imag())};
    const double re = x.real() < 0 ? radius * (raised - rest) : below.real();
    return Complex(re, below.imag()) / std::norm(below);
}

Complex sinh_complex(const Complex& x) {
    if (std::isinf(x.real()) && !std::isfinite(x.imag())) return undefined;
    return std::sinh(x);
}

Complex cosh_complex(const Complex& x) {
    if (std::isinf(x.real()) && !std::isfinite(x.imag())) return undefined;
    if (x.real() == 0 && !std::isfinite(x.imag())) return {undefined.real(), x.real()};
    return std::cosh(x);
}

Complex tanh_complex(const Complex& x) {
    if (std::isfinite(x.real()) && !std::isfinite(x.imag())) return undefined;
    if (std::isinf(x.real()) && !std::isfinite(x.imag())) return {std::copysign(1.0, x.real()), 0};
    return std::tanh(x);
}

Complex sine_complex(const Complex& x) {
    return times_minus_i(sinh_complex(times_i(x)));
}

Complex cosine_complex(const Complex& x) {
    return cosh_complex(times_i(x));
}

Complex tan_complex(const Complex& x) {
    return times_minus_i(tanh_complex(times_i(x)));
}

}  // namespace hlo2c::frontend
