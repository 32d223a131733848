#pragma once

#include <vector>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Numbers of the operands of an op whose values say the sizes of its result.
std::vector<std::size_t> shape_operands(const Op& op);

/// Arguments of the entry point, by number, whose values say sizes that do not follow from the sizes of the
/// arguments: where these are bound, all sizes are known. Errors are those of `refine_shapes`.
std::vector<int> size_arguments(const Program& program);

}  // namespace hlo2c::frontend
