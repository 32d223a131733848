#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "scheduler/groups/group_problem.h"
#include "scheduler/order/function_order.h"
#include "scheduler/plan.h"
#include "scheduler/schedule/schedule.h"

namespace hlo2c::scheduler {

/// The problem and the schedule of a group.
struct ScheduledGroup {
    GroupProblem problem;
    ChosenSchedule chosen;
    bool runs_in_slot = false;  ///< its kernel has no parallel loop: other slots run it at the same time
};

/// The target of a kernel that one slot runs on its own.
Target target_of_slot(Target target);

/// The schedules of a function, by RegionId and number of the group.
struct FunctionSchedules {
    std::vector<std::vector<ScheduledGroup>> regions;
};

/// Finds the problem of every group under `rules` and chooses its schedule.
FunctionSchedules schedule_groups(const FunctionGraph& graph, const FunctionGroups& groups,
                                  const FunctionLayouts& layouts, const Target& target,
                                  const ScheduleChoice& choice = {}, FloatRules rules = FloatRules::Strict);

/// The problems that have several candidates, each once, in the order of the groups.
std::vector<ProblemChoice> problem_choices(const FunctionSchedules& schedules);

/// Checks that every group has a schedule that fits its problem.
void check_schedules(const FunctionGroups& groups, const FunctionSchedules& schedules);

/// Lines for each group: its problem, its schedule, and all candidates if there are several.
std::string to_text(const FunctionSchedules& schedules);
nlohmann::ordered_json json_of(const FunctionSchedules& schedules);

}  // namespace hlo2c::scheduler
