#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::scheduler {

/// Where a constant of equal elements becomes the state of a loop, a tensor that is updated, or a result of a
/// region, inserts a broadcast, which a kernel writes into place: otherwise the library would store all the
/// elements and copy them.
void fill_states(frontend::Program& program);

}  // namespace hlo2c::scheduler
