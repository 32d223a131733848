#pragma once

#include <cstdint>

#include "frontend/evaluate/elements.h"

namespace hlo2c::frontend {

/// Arithmetic on one element, shared by the elementwise ops and by reductions with a known body. Integers are
/// extended to 64 bits and wrap when they are stored; `type` gives width and signedness.

std::int64_t add_integers(ElementType type, std::int64_t a, std::int64_t b);       ///< OR of booleans
std::int64_t multiply_integers(ElementType type, std::int64_t a, std::int64_t b);  ///< AND of booleans
/// Rounds toward zero; x/0 is all ones, and the smallest value divided by -1 is itself.
std::int64_t divide_integers(ElementType type, std::int64_t a, std::int64_t b);
/// The result has the sign of the dividend; x%0 is x.
std::int64_t remainder_integers(ElementType type, std::int64_t a, std::int64_t b);
/// Wraps. For a negative exponent, the bases 1 and -1 give 1 or -1, all others 0.
std::int64_t power_integers(ElementType type, std::int64_t a, std::int64_t b);
bool less_integers(ElementType type, std::int64_t a, std::int64_t b);

/// IEEE 754-2019 maximum and minimum: a NaN operand gives NaN, -0 is less than +0.
double maximum_of(double a, double b);
double minimum_of(double a, double b);
/// Lexicographic on (real, imaginary).
bool less_complex(const Complex& a, const Complex& b);

}  // namespace hlo2c::frontend
