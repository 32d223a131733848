#pragma once

#include <functional>
#include <string>

#include "frontend/ir/program.h"
#include "scheduler/plan.h"

namespace hlo2c::scheduler {

/// Called after each stage with the stage's name and a function that prints what it made, for --dump-after.
using StageObserver = std::function<void(const std::string& stage, const std::function<std::string()>& text)>;

/// The scheduler's whole path: grouping, Halide lowering, loop passes, buffers, memory plan. `program` has
/// been through the frontend's pipeline: its main function makes no calls. Every loop nest of the result has
/// proven bounds. `candidate` is the number of the schedule that groups take of those they have.
Plan schedule(frontend::Program program, const Target& target, const StageObserver& observe = {},
              FloatRules rules = FloatRules::Strict, int candidate = 0);

}  // namespace hlo2c::scheduler
