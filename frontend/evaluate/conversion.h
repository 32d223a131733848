#pragma once

#include "frontend/evaluate/elements.h"

namespace hlo2c::frontend {

/// Converts every element like stablehlo.convert; `type` has the shape of `from`.
Literal convert(const Literal& from, const TensorType& type);

}  // namespace hlo2c::frontend
