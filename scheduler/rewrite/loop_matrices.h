#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::scheduler {

/// Transposes matrices before a loop whose contractions would otherwise transpose them in every iteration,
/// such as the weights of a recurrent network when gradients go back through its steps.
void transpose_loop_matrices(frontend::Program& program);

}  // namespace hlo2c::scheduler
