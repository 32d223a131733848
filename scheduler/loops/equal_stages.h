#pragma once

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// Fills scratch once for neighbouring statements of a block that fill it with the same elements: the later
/// ones read what the first has filled.
LoopNest fill_equal_stages_once(const LoopNest& nest);

}  // namespace hlo2c::scheduler
