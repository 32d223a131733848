#pragma once

#include <cstddef>
#include <vector>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// For each result of a custom call, the position of the operand that holds its shape:
/// `indices_of_shape_operands`, which jax.export gives to calls whose results have symbolic sizes. Empty for
/// other ops, and where the positions are not one list of integers for each result, as long as it has
/// dimensions.
std::vector<std::size_t> shape_operands(const Function& function, const Op& op);

/// The call on what is left when the operands at these positions go, together with their layouts; aliases
/// keep to their operands. Its results are those of `op`.
Op without_shape_operands(const Op& op, const std::vector<std::size_t>& positions);

}  // namespace hlo2c::frontend
