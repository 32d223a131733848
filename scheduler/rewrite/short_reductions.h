#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::scheduler {

/// Replaces reductions of up to four neighbouring elements by elementwise ops on slices, which are inlined
/// into the kernels that read the result and vectorised along it. They are combined in sequence, the initial
/// value first.
void unroll_short_reductions(frontend::Program& program);

}  // namespace hlo2c::scheduler
