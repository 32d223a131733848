#pragma once

#include "scheduler/loops/float_rules.h"
#include "scheduler/loops/loop_nest.h"
#include "scheduler/target/target.h"

namespace hlo2c::scheduler {

/// Prepares a lowered nest for printing: vectors of the target's width, register arrays as locals, no dead
/// lets, floating-point arithmetic by `rules`. Verifies the result and proves that every access stays inside
/// its buffer; a failed proof is a broken invariant that names the access. `name` is the kernel's name, for
/// messages.
LoopNest finish_loops(LoopNest nest, const Target& target, const std::string& name,
                      FloatRules rules = FloatRules::Strict);

}  // namespace hlo2c::scheduler
