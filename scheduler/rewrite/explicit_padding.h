#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::scheduler {

/// Gives convolutions and reduce_windows their padding and base dilation as a pad op of its own, so that no
/// kernel tests for borders in its inner loop.
void make_padding_explicit(frontend::Program& program);

}  // namespace hlo2c::scheduler
