#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::scheduler {

/// Gives gathers of single elements by several indices one index into the flat array. The indices are then
/// computed where the gather reads them, and need no array of their own.
void flatten_gathers(frontend::Program& program);

}  // namespace hlo2c::scheduler
