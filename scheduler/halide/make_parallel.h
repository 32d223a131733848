#pragma once

#include <Halide.h>

#include <vector>

#include "scheduler/schedule/schedule.h"

namespace hlo2c::scheduler::halide {

/// Makes loops of `output` one parallel loop, as `parallel` says. `order` has the loops innermost first;
/// those that are fused are replaced by the fused loop.
void make_parallel(Halide::Func output, std::vector<Halide::VarOrRVar>& order, const ParallelLoops& parallel);

}  // namespace hlo2c::scheduler::halide
