#pragma once

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// Names vectors that the statements of a block load or compute more than once from the same values, such as
/// the weights that several rows of a tile are multiplied with.
LoopNest name_repeated_vectors(const LoopNest& nest);

}  // namespace hlo2c::scheduler
