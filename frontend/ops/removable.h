#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// True if the op may be removed once nothing reads its results; this holds only if it also holds for every
/// op in its regions. Custom calls with results are removable unless they declare a side effect. Assumes that
/// every while terminates.
bool is_removable(const Op& op);

}  // namespace hlo2c::frontend
