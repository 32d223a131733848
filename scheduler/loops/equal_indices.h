#pragma once

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// Gives equal indices one name: what a scope binds several times is bound once, before the statements that
/// do, and expressions equal to an index with a name read the name.
LoopNest name_equal_indices_once(const LoopNest& nest);

}  // namespace hlo2c::scheduler
