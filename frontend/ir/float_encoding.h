#pragma once

#include <cstdint>

#include "frontend/ir/element_type.h"

namespace hlo2c::frontend {

/// What the codes with the highest exponent of a float type mean.
enum class FloatTop : std::uint8_t {
    Ieee,        ///< infinity and NaN
    LastIsNan,   ///< only the all-ones code is NaN, no infinity
    MinusZero,   ///< the code of -0 is NaN, no infinity, no -0
    FiniteOnly,  ///< no infinity, no NaN; overflow saturates
};

/// How a float type is encoded: from the highest bit, a sign, the exponent and the mantissa.
struct FloatEncoding {
    int exponent_bits, mantissa_bits, bias;
    FloatTop top;
    bool has_sign = true;
    bool has_zero = true;  ///< exponent code 0 holds zero and subnormals

    /// The exponent of the smallest normal number.
    constexpr int least_exponent() const { return has_zero ? 1 - bias : -bias; }
    constexpr std::uint64_t sign_bit() const {
        return has_sign ? std::uint64_t{1} << (exponent_bits + mantissa_bits) : 0;
    }
    /// The code of the largest finite magnitude.
    constexpr std::uint64_t largest_code() const {
        const std::uint64_t all = (std::uint64_t{1} << (exponent_bits + mantissa_bits)) - 1;
        if (top == FloatTop::Ieee) return all - (std::uint64_t{1} << mantissa_bits);
        return top == FloatTop::LastIsNan ? all - 1 : all;
    }
    /// The exponent of the largest finite magnitude.
    constexpr int largest_exponent() const {
        return static_cast<int>(largest_code() >> mantissa_bits) - bias;
    }
};

/// The encoding of a float type. A tf32 has its code in the upper bits: the lower `tf32_padding` bits are 0.
FloatEncoding float_encoding(ElementType type);
inline constexpr int tf32_padding = 13;

}  // namespace hlo2c::frontend
