#pragma once

#include <string>

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::codegen::testing {

/// out[m, n] = max(a[m, k] * b[k, n] + bias[n], 0) by tiles of `rows` x (`vectors` of `lanes`), k in order,
/// fused multiply-adds into a register array.
scheduler::LoopNest gemm_nest(int m, int k, int n, int rows, int vectors, int lanes);

}  // namespace hlo2c::codegen::testing
