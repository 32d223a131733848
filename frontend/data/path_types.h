#pragma once

#include <vector>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// For each result of the entry point, tokens left out: the coarsest float type in which a value is computed
/// on the ways that data takes to it, through regions, loops and calls; the part type of complex numbers.
/// Its own element type counts in any case. Arguments and constants are as they were given, and moves leave
/// them so: they count for nothing. A boolean decides, and hands no rounding on.
std::vector<ElementType> coarsest_path_types(const Program& program);

}  // namespace hlo2c::frontend
