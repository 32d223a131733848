#pragma once

#include "frontend/ir/program.h"
#include "scheduler/target/target.h"

namespace hlo2c::scheduler {

/// Computes a convolution whose operand is another convolution's large result some lines at a time, if
/// nothing else reads that result: the expansion of an inverted bottleneck and its depthwise convolution. A
/// loop computes the lines that a block of results reads, then the block; the whole operand is never in
/// memory. An operand is large if the target's second-level cache does not hold it next to what its two
/// convolutions read and write.
void tile_lines(frontend::Program& program, const Target& target);

}  // namespace hlo2c::scheduler
