#pragma once

#include <map>
#include <vector>

#include "frontend/ir/literal.h"
#include "frontend/ir/type.h"

namespace hlo2c::driver {

/// One array per tensor type, the same on every run and machine: floats and complex parts in [-1, 1),
/// integers in [0, 4) so that they serve as indices, booleans evenly. Fails with H0634 (unsupported) for
/// sizes that are not known.
std::map<int, frontend::Literal> random_arguments(const std::vector<frontend::Type>& types);

}  // namespace hlo2c::driver
