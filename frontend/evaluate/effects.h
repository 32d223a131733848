#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// True if an op, or one in its regions, has effects beyond its results: it communicates with other processes
/// or the host, or calls code outside the program.
bool has_effects(const Op& op);

}  // namespace hlo2c::frontend
