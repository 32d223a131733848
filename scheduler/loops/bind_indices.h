#pragma once

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// Computes parts of indices, bounds of loops and conditions that depend on no loop but on elements of
/// read-only buffers, such as the clamped start of a dynamic slice, once before the loops: a let around the
/// nest's body names each.
LoopNest bind_indices(const LoopNest& nest);

}  // namespace hlo2c::scheduler
