#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// A constant of this type whose elements were elided when it was printed (`{...}`,
/// `dense_resource<__elided__>`). It holds no bytes; reading an element throws H0105.
Literal elided(TensorType type);
bool is_elided(const Literal& literal);

/// Throws H0105: the data of a constant is needed but was elided when the program was printed.
[[noreturn]] void refuse_elided(Place place);
/// Throws H0105 for the first elided constant of the program, if there is one.
void require_data(const Program& program);

}  // namespace hlo2c::frontend
