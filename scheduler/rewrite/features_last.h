#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::scheduler {

/// Moves the features of convolutions to the last dimension if their weights are constants and features fill
/// vectors: then the lanes of a vector are neighbours in memory, whatever the spatial extents are. Ops around
/// them follow; transposes remain only where another op reads the program's own order. Padding must already
/// be explicit.
void move_features_last(frontend::Program& program);

}  // namespace hlo2c::scheduler
