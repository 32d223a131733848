#pragma once

#include "frontend/ir/element_type.h"

namespace hlo2c::frontend {

/// The distance of `value` to the next number of a float type (of the parts of a complex one) away from zero;
/// that of the largest number for infinities, and 0 for NaN and for types without fractions.
double unit_in_last_place(ElementType type, double value);

/// Half the distance of 1 to the next number: the largest relative error of one rounding.
double unit_roundoff(ElementType type);

/// The largest finite number of the type; infinity for integers.
double largest_number(ElementType type);

}  // namespace hlo2c::frontend
