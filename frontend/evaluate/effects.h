#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Whether an op, or one in its regions, does more than give its results: it meets other processes, takes
/// from the host or gives to it, or calls what the program does not show.
bool has_effects(const Op& op);

}  // namespace hlo2c::frontend
