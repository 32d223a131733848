#pragma once

#include <cstdint>
#include <string>

#include "frontend/ir/literal.h"

namespace hlo2c::frontend {

/// How a test wants one tensor compared with another, element by element; complex numbers part by part.
/// Integers and booleans must be equal whatever the kind, except that ULP counts their distance.
struct Check {
    enum class Kind : std::uint8_t {
        Equal,   ///< IEEE ==: the two zeros are equal, NaN is equal to nothing unless `nan_equal`
        Near,    ///< |a - b| <= absolute + relative * |b|; equal infinities and two NaN are near
        Ulp,     ///< at most `most_ulp` and somewhere at least `least_ulp` units in the last place apart
        Scaled,  ///< |a - b| <= absolute + relative * max|b|, the maximum over the finite values of b
        Bits,    ///< the same bits
    };
    Kind kind = Kind::Equal;
    double absolute = 0, relative = 0;
    std::uint64_t least_ulp = 0, most_ulp = 0;
    bool nan_equal = false;
};

/// The verdict on one pair of tensors.
struct CheckVerdict {
    bool holds = true;
    double max_error = 0;  ///< largest |a - b| over parts that are finite on both sides
    std::string text;      ///< what differs, where; or how near the two are
};

/// Compares `actual` with `expected`. Different shapes or element types do not hold, and are no error.
///
/// The distance in ULP is that of the values' ordered bit patterns: 0 for two NaN and for the two zeros, and
/// the largest 64-bit number where one value is not finite and the other is not the same.
CheckVerdict check_tensors(const Literal& actual, const Literal& expected, const Check& check);

}  // namespace hlo2c::frontend
