#pragma once

#include "frontend/random_programs/draft.h"

namespace hlo2c::frontend::random_programs {

/// Sizes at which kernels are tiled, packed and run in parallel.
Scale large_scale();

/// Fills a draft of this scale: an operation on a large argument, with elementwise ops before and after it.
void grow_large(Draft& draft);

}  // namespace hlo2c::frontend::random_programs
