#pragma once

#include <vector>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// For each result of the entry point, except tokens: the coarsest float type in which any value on the
/// dataflow paths to it is computed, through regions, loops and calls. A complex type counts as the type of
/// its parts. The result's own element type always counts. Arguments, constants and data movement do not
/// round, so they do not count. Rounding errors do not pass through booleans.
std::vector<ElementType> coarsest_path_types(const Program& program);

}  // namespace hlo2c::frontend
