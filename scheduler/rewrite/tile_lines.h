#pragma once

#include "frontend/ir/program.h"
#include "scheduler/target/target.h"

namespace hlo2c::scheduler {

/// Computes runs of convolutions some lines at a time, such as the expansion, the depthwise convolution and
/// the projection of an inverted bottleneck: each reads the result of the one before it, and nothing else
/// does. A loop computes the lines that a block of the last results reads, then the block; the results in
/// between are never whole in memory. A run pays if the target's second-level cache does not hold such a
/// result next to what its two convolutions read and write.
void tile_lines(frontend::Program& program, const Target& target);

}  // namespace hlo2c::scheduler
