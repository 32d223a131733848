#pragma once

#include "frontend/random_programs/draft.h"

namespace hlo2c::frontend::random_programs {

/// Sizes of small networks of convolutions.
Scale chain_scale();

/// Fills a draft of this scale: convolutions, each of the results of the one before, in one layout of images,
/// with biases, activations, residual sums, joined channels and pools between them.
void grow_convolution_chain(Draft& draft);

}  // namespace hlo2c::frontend::random_programs
