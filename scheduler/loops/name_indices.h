#pragma once

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// Names each part of an index, which Halide leaves without a name, after the one buffer whose elements it
/// finds: "lhs_at". Parts of indices into several buffers stay "index".
LoopNest name_indices(const LoopNest& nest);

}  // namespace hlo2c::scheduler
