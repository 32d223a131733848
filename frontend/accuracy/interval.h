#pragma once

#include <cstdint>

#include "frontend/accuracy/estimate.h"
#include "frontend/data/compare.h"

namespace hlo2c::frontend {

/// The order of a type's bit patterns; for a complex type, those of its parts.
struct NumberOrder {
    bool is_float = false;
    std::uint64_t sign = 0;     ///< the sign bit; 0 for unsigned types
    std::uint64_t largest = 0;  ///< floats: bits of the largest number, or of infinity
    std::uint64_t nan = 0;      ///< floats: bits of NaN if they would otherwise mean -0, else 0

    bool is_nan(std::uint64_t bits) const;
    /// The position of the number in the order of its type, in which -0 precedes +0.
    std::uint64_t place(std::uint64_t bits) const;
};
NumberOrder number_order(ElementType type);

/// Bits of the smallest and the largest number that `judge` accepts for a part of an element with a finite
/// bound; -0 is smaller than +0. If the reference has NaN, both are NaN, and any NaN is accepted.
struct Interval {
    std::uint64_t least = 0, most = 0;
};
Interval accepted(const Estimate& expected, std::size_t element, std::size_t part);

/// The estimate of a value for which only a tolerance is known; its zeros may have either sign.
Estimate within(Literal value, Tolerance tolerance);

}  // namespace hlo2c::frontend
