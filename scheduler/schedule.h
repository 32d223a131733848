#pragma once

#include <functional>
#include <string>

#include "frontend/ir/program.h"
#include "scheduler/plan.h"

namespace hlo2c::scheduler {

/// Called after each stage with the stage's name and a function that prints what it made, for --dump-after.
using StageObserver = std::function<void(const std::string& stage, const std::function<std::string()>& text)>;

/// Runs the whole scheduler: rewrites, groups, order, schedules, lowering, steps, loop passes and memory
/// plan. `program` must have been through the front end's pipeline, so that its main function makes no calls.
/// Every loop nest of the result has proven bounds. `candidate` is the number of the candidate schedule that
/// each group takes; 0 is the best.
Plan schedule(frontend::Program program, const Target& target, const StageObserver& observe = {},
              FloatRules rules = FloatRules::Strict, int candidate = 0);

}  // namespace hlo2c::scheduler
