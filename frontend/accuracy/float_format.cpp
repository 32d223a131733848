#include "frontend/accuracy/float_format.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace hlo2c::frontend {
namespace {

/// Fraction bits, exponent of the smallest normal number, and the largest number.
struct Format {
    int fraction, least_exponent;
    double largest;
};

Format format_of(ElementType type) {
    switch (real_part(type)) {
        case ElementType::F4E2M1FN: return {1, 0, 6};
        case ElementType::F6E2M3FN: return {3, 0, 7.5};
        case ElementType::F6E3M2FN: return {2, -2, 28};
        case ElementType::F8E3M4: return {4, -2, 15.5};
        case ElementType::F8E4M3: return {3, -6, 240};
        case ElementType::F8E4M3FN: return {3, -6, 448};
        case ElementType::F8E4M3FNUZ: return {3, -7, 240};
        case ElementType::F8E4M3B11FNUZ: return {3, -10, 30};
        case ElementType::F8E5M2: return {2, -14, 57344};
        case ElementType::F8E5M2FNUZ: return {2, -15, 57344};
        case ElementType::F8E8M0FNU: return {0, -127, 0x1p127};
        case ElementType::BF16: return {7, -126, 0x1.fep127};
        case ElementType::F16: return {10, -14, 65504};
        case ElementType::TF32: return {10, -126, 0x1.ffcp127};
        case ElementType::F32: return {23, -126, 0x1.fffffep127};
        case ElementType::F64: return {52, -1022, std::numeric_limits<double>::max()};
        default: return {0, 0, std::numeric_limits<double>::infinity()};
    }
}

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
    const Format format = format_of(type);
    const double magnitude = std::min(std::fabs(value), format.largest);
    return power_of_two(std::max(exponent_of(magnitude), format.least_exponent) - format.fraction);
}

double unit_roundoff(ElementType type) {
    return is_float(real_part(type)) ? std::ldexp(0.5, -format_of(type).fraction) : 0;
}

double largest_number(ElementType type) {
    return format_of(type).largest;
}

}  // namespace hlo2c::frontend
