#pragma once

#include <string>
#include <vector>

#include "scheduler/halide/problem_of.h"
#include "scheduler/order/function_order.h"
#include "scheduler/schedule/schedule.h"

namespace hlo2c::scheduler {

/// What a group computes and how.
struct ScheduledGroup {
    GroupProblem problem;
    Schedule schedule;
};

/// The schedules of a function, by RegionId and number of the group.
struct FunctionSchedules {
    std::vector<std::vector<ScheduledGroup>> regions;
};

/// Finds the problem of every group, and chooses its schedule.
FunctionSchedules schedule_groups(const FunctionGraph& graph, const FunctionGroups& groups,
                                  const Target& target);

/// Checks that every group has a schedule that fits its problem.
void check_schedules(const FunctionGroups& groups, const FunctionSchedules& schedules);

/// Two lines a group: its problem, and its schedule.
std::string to_text(const FunctionSchedules& schedules);

}  // namespace hlo2c::scheduler
