#pragma once

#include <cstdint>

#include "frontend/accuracy/estimate.h"
#include "frontend/data/compare.h"

namespace hlo2c::frontend {

/// How the bits of a type's numbers are ordered; of a complex type those of its parts.
struct NumberOrder {
    bool is_float = false;
    std::uint64_t sign = 0;     ///< the bit of the sign; 0 for types without signs
    std::uint64_t largest = 0;  ///< floats: the bits of the largest number, or of infinity
    std::uint64_t nan = 0;      ///< floats: NaN where it has the bits of -0, else 0

    bool is_nan(std::uint64_t bits) const;
    /// Grows with the number; the two zeros are in one place.
    std::uint64_t place(std::uint64_t bits) const;
};
NumberOrder number_order(ElementType type);

/// The bits of the least and of the largest number that `judge` accepts for a part of an element whose bound
/// is finite. Where the reference has NaN, both are NaN: any is right.
struct Interval {
    std::uint64_t least = 0, most = 0;
};
Interval accepted(const Estimate& expected, std::size_t element, std::size_t part);

/// A value that comes with nothing but a tolerance: each element has the same bound.
Estimate within(Literal value, Tolerance tolerance);

}  // namespace hlo2c::frontend
