#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "frontend/ir/type.h"

namespace hlo2c::frontend {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

/// True if the elements, or their parts, are floats. Quantized elements are steps, whatever type stores them.
bool has_floats(const TensorType& type);

/// The distance from `value` to the next number away from zero, in a float type or in the part type of a
/// complex one. An infinity has the distance of the largest finite number; NaN, and other types, have 0.
double unit_in_last_place(ElementType type, double value);

/// The same function for the elements of one type.
class UnitInLastPlace {
public:
    explicit UnitInLastPlace(ElementType type);

    double operator()(double value) const {
        if (!is_float_ || std::isnan(value)) return 0;
        // As std::ilogb and std::ldexp, without their calls where f64 has normal numbers.
        const auto bits = std::bit_cast<std::uint64_t>(std::fabs(value));
        const int exponent =
            std::clamp(static_cast<int>(bits >> 52) - 1023, least_, largest_) - mantissa_bits_;
        if (exponent < -1022) return std::ldexp(1.0, exponent);
        return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
    }

private:
    bool is_float_;
    int least_, largest_, mantissa_bits_;
};

/// Half the distance from 1 to the next number: the largest relative error of one rounding.
double unit_roundoff(ElementType type);

/// The largest finite number of the type; infinity for integers.
double largest_number(ElementType type);

}  // namespace hlo2c::frontend
