#pragma once

#include <cstdint>
#include <string>

#include "frontend/ir/literal.h"

namespace hlo2c::frontend {

/// How a test compares two tensors, element by element; complex numbers part by part. Integers and booleans
/// must be equal for every kind except Ulp, which bounds their distance.
struct Check {
    enum class Kind : std::uint8_t {
        Equal,  ///< IEEE ==: the two zeros are equal, NaN equals nothing (with `nan_equal`, it equals NaN)
        Near,   ///< |a - b| <= absolute + relative * |b|; also accepts equal infinities and two NaN
        Ulp,  ///< at most `most_ulp` units in the last place apart, and at least `least_ulp` for some element
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
    std::string text;      ///< what differs and where, or how close the tensors are
};

/// Compares `actual` with `expected`. Different shapes or element types give a negative verdict, never an
/// error.
///
/// The distance in ULP is the difference of the ordered bit patterns: 0 for two NaN and for the two zeros,
/// UINT64_MAX if one value is not finite and the other one differs from it.
CheckVerdict check_tensors(const Literal& actual, const Literal& expected, const Check& check);

}  // namespace hlo2c::frontend
