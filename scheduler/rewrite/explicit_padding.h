#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::scheduler {

/// Moves the padding and base dilation of convolutions and reduce_windows into separate pad ops, so that no
/// kernel tests for borders in its inner loop. Convolutions along one line share equal pads of a value; those
/// of images do not, because a kernel stages lines of a pad only if nothing else reads it.
void make_padding_explicit(frontend::Program& program);

}  // namespace hlo2c::scheduler
