#pragma once

#include "frontend/evaluate/interpreter.h"

namespace hlo2c::frontend {

/// The scalar converted to the type of a region argument, since accumulators may be wider than the data.
Literal as_argument(const OpCall& call, const Region& region, int argument, const Literal& scalar);

}  // namespace hlo2c::frontend
