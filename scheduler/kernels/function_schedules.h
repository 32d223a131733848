#pragma once

#include <string>
#include <vector>

#include "scheduler/halide/problem_of.h"
#include "scheduler/order/function_order.h"
#include "scheduler/schedule/schedule.h"

namespace hlo2c::scheduler {

/// The problem and the schedule of a group.
struct ScheduledGroup {
    GroupProblem problem;
    Schedule schedule;
    std::vector<Schedule> candidates;  ///< from which it was chosen, best first
};

/// The schedules of a function, by RegionId and number of the group.
struct FunctionSchedules {
    std::vector<std::vector<ScheduledGroup>> regions;
};

/// Finds the problem of every group and chooses its schedule: candidate number `candidate`, or the last one
/// if there are fewer.
FunctionSchedules schedule_groups(const FunctionGraph& graph, const FunctionGroups& groups,
                                  const Target& target, int candidate = 0);

/// Checks that every group has a schedule that fits its problem.
void check_schedules(const FunctionGroups& groups, const FunctionSchedules& schedules);

/// Lines for each group: its problem, its schedule, and all candidates if there are several.
std::string to_text(const FunctionSchedules& schedules);

}  // namespace hlo2c::scheduler
