#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "frontend/ir/literal.h"
#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// How close a result must come: |a - b| <= absolute + relative * max|b|, where the maximum is over the
/// finite values of the expected result. Integers and booleans must be equal whatever the tolerance.
struct Tolerance {
    double relative = 0;
    double absolute = 0;
};

/// The tolerance used when none is asked for: f64 1e-9, f32 1e-4, f16 1e-2, bf16 3e-2, f8 and narrower 0.13,
/// relative; complex as its parts; 0 for integers and booleans.
Tolerance default_tolerance(ElementType type);
/// For each result of the program's entry point, tokens left out: none is closer than the coarsest float type
/// on the ways to it (path_types.h).
std::vector<Tolerance> default_tolerances(const Program& program);

/// The position of the element with a row-major number.
std::vector<std::int64_t> index_of(std::int64_t number, const std::vector<std::int64_t>& shape);

/// The verdict on one result.
struct Comparison {
    bool equal = true;
    double max_error = 0;           ///< largest |a - b| over elements that are finite on both sides
    double max_relative_error = 0;  ///< max_error / max|b|; max_error where max|b| is 0
    double bound = 0;               ///< what max_error may be: 0 for integers and booleans
    std::int64_t differing = 0;     ///< elements that are not accepted
    std::int64_t first = -1;        ///< row-major number of the first of them
    std::vector<std::int64_t> first_index;
    std::string text;  ///< one line for people, also when equal
};

/// Compares a result with what is expected. Complex numbers are compared part by part, NaN is equal to NaN
/// only, an infinity to the same infinity only. Different shapes or element types are a difference, never an
/// error.
Comparison compare(const Literal& actual, const Literal& expected, Tolerance tolerance);
Comparison compare(const Literal& actual, const Literal& expected);

/// The parts of all elements of a float or complex tensor as doubles: two per complex number, otherwise one.
std::vector<double> numeric_parts(const Literal& literal);

/// Distance in units in the last place of float type `type`: the number of representable values from `a` to
/// `b`; 0 for two NaN and for the two zeros, INT64_MAX for a NaN and a number.
std::int64_t ulp_distance(ElementType type, double a, double b);

/// The largest ulp_distance over all elements (parts of complex ones); integers count as |a - b|.
std::int64_t max_ulp_distance(const Literal& actual, const Literal& expected);

}  // namespace hlo2c::frontend
