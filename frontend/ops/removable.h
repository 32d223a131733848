#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// True when the op, and every op in its regions, may be removed once its results are not read. A custom call
/// may be where it says that it has no side effect; a while is taken to end.
bool is_removable(const Op& op);

}  // namespace hlo2c::frontend
