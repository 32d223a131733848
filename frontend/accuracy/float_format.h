#pragma once

#include <limits>

#include "frontend/ir/type.h"

namespace hlo2c::frontend {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

/// True if the elements, or their parts, are floats. Quantized elements are steps, whatever type stores them.
bool has_floats(const TensorType& type);

/// The distance from `value` to the next number away from zero, in a float type or in the part type of a
/// complex one. An infinity has the distance of the largest finite number; NaN, and other types, have 0.
double unit_in_last_place(ElementType type, double value);

/// Half the distance from 1 to the next number: the largest relative error of one rounding.
double unit_roundoff(ElementType type);

/// The largest finite number of the type; infinity for integers.
double largest_number(ElementType type);

}  // namespace hlo2c::frontend
