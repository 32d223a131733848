#pragma once

#include <cstdint>
#include <string>

#include "frontend/accuracy/estimate.h"

namespace hlo2c::frontend {

/// The verdict on one result, with each element compared with its own bound.
struct Judgement {
    bool agrees = true;
    double max_error = 0;  ///< largest |a - b| over parts that are finite on both sides
    double bound = 0;      ///< of the worst element, whose error is largest relative to its bound
    double ratio = 0;      ///< error / bound of the worst element; infinite if its bound is 0
    std::int64_t differing = 0, undecided = 0;
    std::int64_t first = -1;  ///< row-major number of the first element that differs; -1 if none
    std::vector<std::int64_t> first_index;  ///< index of that element
    std::string text;                       ///< one line of text for the user
};

/// Except for undecided elements, NaN must match NaN, and an infinity the same infinity. Both zeros are
/// equal where the reference leaves the sign open. A different shape or element type is a mismatch.
Judgement judge(const Literal& actual, const Estimate& expected);

}  // namespace hlo2c::frontend
