#pragma once

#include <functional>
#include <string>

#include "frontend/ir/program.h"
#include "scheduler/kernels/share_weights.h"
#include "scheduler/plan.h"
#include "scheduler/schedule/schedule.h"

namespace hlo2c::scheduler {

/// Called after each stage with the stage's name and a function that prints what it made, for --dump-after.
using StageObserver = std::function<void(const std::string& stage, const std::function<std::string()>& text)>;

/// Runs the whole scheduler: rewrites, groups, order, schedules, lowering, steps, loop passes and memory
/// plan. `program` must have been through the front end's pipeline, so that its main function makes no calls.
/// Every loop nest of the result has proven bounds. `weights` are those of the library, if it has other
/// functions.
Plan schedule(frontend::Program program, const Target& target, const StageObserver& observe = {},
              FloatRules rules = FloatRules::Strict, const ScheduleChoice& choice = {},
              const LibraryWeights* weights = nullptr);

/// Adds what reads the constants of such a program.
void add_weight_readers(frontend::Program program, const Target& target, LibraryWeights& weights);

}  // namespace hlo2c::scheduler
