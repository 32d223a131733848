#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::scheduler {

/// Fails at the first op that the scheduler does not compile: with H0402 for an op in the computation of a
/// reduction, scatter or sort, with H0406 for a sort of too long rows, with H0408 for an op without kernels,
/// with H0410 to H0412 for a value of a type without kernels, with H0430 for a library call on a type without
/// functions, and with H0431 for a state of random numbers of another size.
void require_supported_ops(const frontend::Program& program);

}  // namespace hlo2c::scheduler
