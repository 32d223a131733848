#pragma once

#include <cstdint>

#include "frontend/evaluate/elements.h"

namespace hlo2c::frontend {

/// The arithmetic of one element, shared by the element-wise ops and by the reductions that know their body.
/// Integers are extended to 64 bits and wrap when they are stored; `type` gives width and sign.

std::int64_t add_integers(ElementType type, std::int64_t a, std::int64_t b);       ///< OR of booleans
std::int64_t multiply_integers(ElementType type, std::int64_t a, std::int64_t b);  ///< AND of booleans
/// Toward zero; x/0 is all ones, the least value divided by -1 is itself.
std::int64_t divide_integers(ElementType type, std::int64_t a, std::int64_t b);
/// Sign of the dividend; x%0 is x.
std::int64_t remainder_integers(ElementType type, std::int64_t a, std::int64_t b);
/// Wraps; a negative exponent gives 1 or -1 for those bases and 0 otherwise.
std::int64_t power_integers(ElementType type, std::int64_t a, std::int64_t b);
bool less_integers(ElementType type, std::int64_t a, std::int64_t b);

/// IEEE 754-2019 maximum and minimum: NaN from either side, -0 below +0.
double maximum_of(double a, double b);
double minimum_of(double a, double b);
/// Lexicographic on (real, imaginary).
bool less_complex(const Complex& a, const Complex& b);

}  // namespace hlo2c::frontend
