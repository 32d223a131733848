#pragma once

#include "scheduler/loops/float_rules.h"
#include "scheduler/loops/loop_nest.h"
#include "scheduler/target/target.h"

namespace hlo2c::scheduler {

/// Makes a lowered nest ready for printing: vectors of the target's width, register arrays as locals, dead
/// lets removed, floating-point arithmetic by `rules`; verified, and every access proven to stay inside its
/// buffer. `name` is the kernel's, for
/// messages. A nest that cannot be proven is a broken invariant that names the access.
LoopNest finish_loops(LoopNest nest, const Target& target, const std::string& name,
                      FloatRules rules = FloatRules::Strict);

}  // namespace hlo2c::scheduler
