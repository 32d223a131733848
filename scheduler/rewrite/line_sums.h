#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::scheduler {

/// Sums the pixels of an image, or takes their maxima or minima, line by line, and then the lines. So slots
/// that divide the lines of kernels around the sum read what they wrote themselves, and a line is in the
/// first-level cache.
void sum_lines_first(frontend::Program& program);

}  // namespace hlo2c::scheduler
