#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "frontend/ir/program.h"
#include "scheduler/groups/function_groups.h"
#include "scheduler/kernels/function_schedules.h"
#include "scheduler/kernels/share_weights.h"
#include "scheduler/layout/function_layouts.h"
#include "scheduler/order/function_order.h"
#include "scheduler/plan.h"
#include "scheduler/schedule/schedule.h"

namespace hlo2c::scheduler {

/// What a stage made, for --dump-after.
struct StageResult {
    std::function<std::string()> text;
    std::function<nlohmann::ordered_json()> json;
};

/// That of a stage that made a program, which must outlive it.
StageResult program_result(const frontend::Program& program);

/// Called after each stage with the stage's name and its result.
using StageObserver = std::function<void(const std::string& stage, const StageResult& result)>;

/// Called while the kernels of a program are made, with the share of them that is done.
using KernelProgress = std::function<void(double share)>;

/// A program in groups, each with its order and its schedule, before anything is lowered.
struct GroupedProgram {
    /// Runs the rewrites. `program` must have been through the front end's pipeline, so that its main
    /// function makes no calls.
    GroupedProgram(frontend::Program program, Target target, FloatRules rules = FloatRules::Strict,
                   ScheduleChoice choice = {}, const StageObserver& observe = {});

    const frontend::Program program;
    const Target target;
    const FloatRules rules;
    const ScheduleChoice choice;
    const FunctionGraph graph;
    const FunctionGroups groups;
    const FunctionLayouts layouts;
    const FunctionOrder order;
    FunctionSchedules schedules;  ///< the library's weights may change them
};

/// Adds the contractions and other ops of a program that read its constants.
void add_weight_readers(const GroupedProgram& grouped, LibraryWeights& weights);

/// Runs the rest of the scheduler: lowering, steps, loop passes and memory plan. Every loop nest of the
/// result has proven bounds. `weights` are those of the library, if it has other functions.
Plan schedule(GroupedProgram& grouped, const StageObserver& observe = {},
              const LibraryWeights* weights = nullptr, const KernelProgress& progress = {});

/// The whole scheduler, for a library with one function.
Plan schedule(frontend::Program program, const Target& target, const StageObserver& observe = {},
              FloatRules rules = FloatRules::Strict, const ScheduleChoice& choice = {});

}  // namespace hlo2c::scheduler
