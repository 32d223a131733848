#pragma once

#include "frontend/ir/literal.h"

namespace hlo2c::frontend {

// Each looks at the first element of a literal, which must not be complex.

/// True for the largest unsigned integer, for -1, and for `true`.
bool is_all_ones(const Literal& literal);
/// True for the least value of the type; of floats, minus infinity.
bool is_least_of_type(const Literal& literal);
/// True for the greatest value of the type; of floats, infinity.
bool is_greatest_of_type(const Literal& literal);

}  // namespace hlo2c::frontend
