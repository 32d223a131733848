#pragma once

#include <vector>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Positions of the operands whose values determine the sizes of the op's result.
std::vector<std::size_t> shape_operands(const Op& op);

/// Positions of the entry point's arguments whose values determine sizes that do not follow from the
/// arguments' shapes. Once these arguments are bound, all sizes are known. Errors are those of
/// `refine_shapes`.
std::vector<int> size_arguments(const Program& program);

}  // namespace hlo2c::frontend
