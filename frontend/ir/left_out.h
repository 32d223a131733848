#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// A constant of this type whose elements were left out when it was printed (`{...}`,
/// `dense_resource<__elided__>`): it holds no bytes, and whoever asks for an element gets H0105.
Literal left_out(TensorType type);
bool is_left_out(const Literal& literal);

/// Throws H0105: the data of a constant is needed, but was left out when the program was printed.
[[noreturn]] void refuse_left_out(Place place);
/// Does so at the first constant of the program that was left out.
void require_data(const Program& program);

}  // namespace hlo2c::frontend
