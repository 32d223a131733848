#pragma once

#include "scheduler/fourier/transform_tables.h"
#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// The loops of a transform. Parameters: `from`, `to` and `roots`, its tables; in place `data` and `roots`.
/// Complex numbers in them are pairs.
LoopNest transform_loops(const TransformProblem& problem, const TransformSchedule& schedule,
                         const TransformTables& tables, bool is_in_place);

}  // namespace hlo2c::scheduler
