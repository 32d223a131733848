#pragma once

#include <cstdint>
#include <string>

#include "frontend/accuracy/estimate.h"

namespace hlo2c::frontend {

/// The verdict on one result, each element held against its own bound.
struct Judgement {
    bool agrees = true;
    double max_error = 0;  ///< largest |a - b| over parts that are finite on both sides
    double bound = 0;      ///< of the element that comes nearest to its bound, or goes beyond it most ...
    double ratio = 0;      ///< ... and its error over that bound; infinite where the bound is 0
    std::int64_t differing = 0, undecided = 0;
    std::int64_t first = -1;                ///< row-major number of the first element that differs ...
    std::vector<std::int64_t> first_index;  ///< ... and its index
    std::string text;                       ///< one line for people
};

/// NaN must meet NaN and an infinity the same one, except where an element is undecided. The two zeros are
/// equal. Another shape or element type differs.
Judgement judge(const Literal& actual, const Estimate& expected);

}  // namespace hlo2c::frontend
