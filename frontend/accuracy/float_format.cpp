#include "frontend/accuracy/float_format.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "frontend/ir/float_encoding.h"

namespace hlo2c::frontend {
namespace {

// As std::ilogb and std::ldexp, for finite magnitudes and without their calls; least where f64 has no normal
// number.
int exponent_of(double magnitude) {
    return static_cast<int>(std::bit_cast<std::uint64_t>(magnitude) >> 52) - 1023;
}

double power_of_two(int exponent) {
    if (exponent < -1022) return std::ldexp(1.0, exponent);
    return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

}  // namespace

bool has_floats(const TensorType& type) {
    return !type.is_quantized() && is_float(real_part(type.element));
}

double unit_in_last_place(ElementType type, double value) {
    if (!is_float(real_part(type)) || std::isnan(value)) return 0;
    const FloatEncoding encoding = float_encoding(real_part(type));
    const int exponent =
        std::clamp(exponent_of(std::fabs(value)), encoding.least_exponent(), encoding.largest_exponent());
    return power_of_two(exponent - encoding.mantissa_bits);
}

double unit_roundoff(ElementType type) {
    return is_float(real_part(type)) ? std::ldexp(0.5, -float_encoding(real_part(type)).mantissa_bits) : 0;
}

double largest_number(ElementType type) {
    const ElementType part = real_part(type);
    if (!is_float(part)) return infinity;
    const FloatEncoding encoding = float_encoding(part);
    const std::uint64_t fractions = std::uint64_t{1} << encoding.mantissa_bits;
    const auto steps = static_cast<double>(fractions + encoding.largest_code() % fractions);
    return steps * power_of_two(encoding.largest_exponent() - encoding.mantissa_bits);
}

}  // namespace hlo2c::frontend
