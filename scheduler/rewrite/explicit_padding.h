#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::scheduler {

/// Moves the padding and base dilation of convolutions and reduce_windows into separate pad ops, so that no
/// kernel tests for borders in its inner loop.
void make_padding_explicit(frontend::Program& program);

}  // namespace hlo2c::scheduler
