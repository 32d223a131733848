#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::scheduler {

/// Moves the features of convolutions to the last dimension, where their weights are constants and features
/// fill vectors: the lanes of a vector are neighbours in memory then, whatever the spatial extents are. Ops
/// around them follow; transposes remain only where something else reads the program's own order.
/// Padding is explicit before.
void move_features_last(frontend::Program& program);

}  // namespace hlo2c::scheduler
