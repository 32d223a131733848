#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "frontend/ir/literal.h"
#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// How close a result `a` must be to the expected result `b`: |a - b| <= absolute + relative * max|b|, where
/// the maximum is over the finite values of `b`. Integers and booleans must be equal regardless of the
/// tolerance.
struct Tolerance {
    double relative = 0;
    double absolute = 0;
};

/// The default tolerance: f64 1e-9, f32 1e-4, f16 1e-2, bf16 3e-2, f8 and narrower 0.13, relative; complex as
/// its parts; 0 for integers and booleans.
Tolerance default_tolerance(ElementType type);
/// The default tolerance of each result of the entry point, except tokens: that of the coarsest float type on
/// the result's dataflow paths (path_types.h).
std::vector<Tolerance> default_tolerances(const Program& program);

/// The position of the element with a row-major number.
std::vector<std::int64_t> index_of(std::int64_t number, const std::vector<std::int64_t>& shape);

/// The verdict on one result.
struct Comparison {
    bool equal = true;
    double max_error = 0;           ///< largest |a - b| over elements that are finite on both sides
    double max_relative_error = 0;  ///< max_error / max|b|; max_error if max|b| is 0
    double bound = 0;               ///< largest accepted max_error: 0 for integers and booleans
    std::int64_t differing = 0;     ///< number of elements outside the tolerance
    std::int64_t first = -1;        ///< row-major index of the first of them; -1 if none
    std::vector<std::int64_t> first_index;
    std::string text;  ///< one-line summary, also when equal
};

/// Compares a result with the expected one. Complex numbers are compared part by part; NaN equals only NaN,
/// an infinity only the same infinity. Different shapes or element types count as a difference, never as an
/// error.
Comparison compare(const Literal& actual, const Literal& expected, Tolerance tolerance);
Comparison compare(const Literal& actual, const Literal& expected);

/// All elements of a float or complex tensor as doubles; a complex number gives two, its real and imaginary
/// part.
std::vector<double> numeric_parts(const Literal& literal);

/// Distance in units in the last place of float type `type`: the number of representable values from `a` to
/// `b`; 0 for two NaN and for the two zeros, INT64_MAX for a NaN and a number.
std::int64_t ulp_distance(ElementType type, double a, double b);

/// The largest ulp_distance over all elements (parts of complex ones); |a - b| for integers. INT64_MAX if the
/// shapes or element types differ.
std::int64_t max_ulp_distance(const Literal& actual, const Literal& expected);

}  // namespace hlo2c::frontend
