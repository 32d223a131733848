#pragma once

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// Replaces divisions of f32 by a constant if the dividend is a function of one integer of 8 or 16 bits: by a
/// product, or a product and an Fma, if that gives the same bits for every integer.
LoopNest replace_exact_divisions(const LoopNest& nest, bool has_fma);

}  // namespace hlo2c::scheduler
