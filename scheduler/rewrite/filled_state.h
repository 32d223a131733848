#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::scheduler {

/// Inserts a broadcast where a splat constant becomes the initial state of a loop, a tensor that is updated,
/// or a result of a region. A kernel then writes the elements in place; otherwise the library would store
/// them all and copy them.
void fill_states(frontend::Program& program);

}  // namespace hlo2c::scheduler
