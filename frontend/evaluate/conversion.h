#pragma once

#include "frontend/evaluate/elements.h"

namespace hlo2c::frontend {

/// Every element as stablehlo.convert gives it; `type` has the shape of `from`.
Literal convert(const Literal& from, const TensorType& type);

}  // namespace hlo2c::frontend
