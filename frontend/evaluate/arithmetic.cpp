#include "frontend/evaluate/arithmetic.h"

#include <cmath>
#include <limits>

namespace hlo2c::frontend {
namespace {

std::uint64_t bits(std::int64_t value) {
    return static_cast<std::uint64_t>(value);
}

}  // namespace

std::int64_t add_integers(ElementType type, std::int64_t a, std::int64_t b) {
    if (is_boolean(type)) return a | b;
    return static_cast<std::int64_t>(bits(a) + bits(b));
}

std::int64_t multiply_integers(ElementType, std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(bits(a) * bits(b));
}

std::int64_t divide_integers(ElementType type, std::int64_t a, std::int64_t b) {
    if (b == 0) return -1;
    if (!is_signed_integer(type)) return static_cast<std::int64_t>(bits(a) / bits(b));
    if (b == -1) return static_cast<std::int64_t>(-bits(a));
    return a / b;
}

std::int64_t remainder_integers(ElementType type, std::int64_t a, std::int64_t b) {
    if (b == 0) return a;
    if (!is_signed_integer(type)) return static_cast<std::int64_t>(bits(a) % bits(b));
    return b == -1 ? 0 : a % b;
}

std::int64_t power_integers(ElementType type, std::int64_t a, std::int64_t b) {
    if (is_signed_integer(type) && b < 0) {
        if (a == 1) return 1;
        if (a == -1) return b % 2 == 0 ? 1 : -1;
        return 0;
    }
    std::uint64_t result = 1, base = bits(a);
    for (std::uint64_t exponent = bits(b); exponent != 0; exponent >>= 1) {
        if ((exponent & 1) != 0) result *= base;
        base *= base;
    }
    return static_cast<std::int64_t>(result);
}

bool less_integers(ElementType type, std::int64_t a, std::int64_t b) {
    return is_signed_integer(type) ? a < b : bits(a) < bits(b);
}

double maximum_of(double a, double b) {
    if (std::isnan(a) || std::isnan(b)) return std::numeric_limits<double>::quiet_NaN();
    if (a == 0 && b == 0) return std::signbit(a) ? b : a;
    return a > b ? a : b;
}

double minimum_of(double a, double b) {
    if (std::isnan(a) || std::isnan(b)) return std::numeric_limits<double>::quiet_NaN();
    if (a == 0 && b == 0) return std::signbit(a) ? a : b;
    return a < b ? a : b;
}

bool less_complex(const Complex& a, const Complex& b) {
    return a.real() < b.real() || (a.real() == b.real() && a.imag() < b.imag());
}

}  // namespace hlo2c::frontend
