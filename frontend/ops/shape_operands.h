#pragma once

#include <cstddef>
#include <vector>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// For each result of a custom call, the position of the operand that holds its shape: the attribute
/// `indices_of_shape_operands`, which jax.export adds to calls whose results have symbolic sizes. Empty for
/// other ops, and unless each position names a vector of integers with one element per dimension of the
/// result.
std::vector<std::size_t> shape_operands(const Function& function, const Op& op);

/// The call without the operands at these positions and their layouts; aliases still refer to the same
/// operands. Its results are those of `op`.
Op without_shape_operands(const Op& op, const std::vector<std::size_t>& positions);

}  // namespace hlo2c::frontend
