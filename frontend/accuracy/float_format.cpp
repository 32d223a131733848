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

/// What the functions below need of a type, or of the parts of a complex type.
struct FloatFormat {
    bool is_float = false;
    int least_exponent = 0, largest_exponent = 0, mantissa_bits = 0;
    double unit_roundoff = 0, largest = infinity;
};

FloatFormat computed_format(ElementType type) {
    const ElementType part = real_part(type);
    if (!is_float(part)) return {};
    const FloatEncoding encoding = float_encoding(part);
    const int least = encoding.least_exponent(), most = encoding.largest_exponent();
    const int bits = encoding.mantissa_bits;
    const std::uint64_t fractions = std::uint64_t{1} << bits;
    const auto steps = static_cast<double>(fractions + encoding.largest_code() % fractions);
    return {true, least, most, bits, std::ldexp(0.5, -bits), steps * power_of_two(most - bits)};
}

/// Each format is computed once: estimates ask for it at every element.
const FloatFormat& format_of(ElementType type) {
#define HLO2C_FORMAT(name, text, hlo, bits, kind) computed_format(ElementType::name),
    static const FloatFormat formats[] = {HLO2C_ELEMENT_TYPES(HLO2C_FORMAT)};
#undef HLO2C_FORMAT
    return formats[static_cast<std::size_t>(type)];
}

}  // namespace

bool has_floats(const TensorType& type) {
    return !type.is_quantized() && is_float(real_part(type.element));
}

double unit_in_last_place(ElementType type, double value) {
    const FloatFormat& format = format_of(type);
    if (!format.is_float || std::isnan(value)) return 0;
    const int exponent =
        std::clamp(exponent_of(std::fabs(value)), format.least_exponent, format.largest_exponent);
    return power_of_two(exponent - format.mantissa_bits);
}

double unit_roundoff(ElementType type) {
    return format_of(type).unit_roundoff;
}

double largest_number(ElementType type) {
    return format_of(type).largest;
}

}  // namespace hlo2c::frontend
