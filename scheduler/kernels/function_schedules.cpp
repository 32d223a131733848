#include "scheduler/kernels/function_schedules.h"

#include <fmt/format.h>

#include <algorithm>

#include "frontend/diagnostic.h"
#include "scheduler/groups/lowering_context.h"

namespace hlo2c::scheduler {

FunctionSchedules schedule_groups(const FunctionGraph& graph, const FunctionGroups& groups,
                                  const Target& target, int candidate) {
    FunctionSchedules result;
    for (RegionId id = 0; id < graph.region_count(); id++) {
        const Grouping& grouping = groups.regions[id];
        const LoweringContext context{graph.region(id), grouping, graph.constants()};
        std::vector<ScheduledGroup>& scheduled = result.regions.emplace_back();
        for (const Group& group : grouping.groups) {
            GroupProblem problem = halide::problem_of(context, group);
            std::vector<Schedule> candidates = candidate_schedules(problem.problem, target);
            const std::size_t chosen =
                std::min(static_cast<std::size_t>(std::max(candidate, 0)), candidates.size() - 1);
            Schedule schedule = candidates[chosen];
            scheduled.push_back({std::move(problem), std::move(schedule), std::move(candidates)});
        }
    }
    return result;
}

void check_schedules(const FunctionGroups& groups, const FunctionSchedules& schedules) {
    HLO2C_CHECK(schedules.regions.size() == groups.regions.size(), "schedules: one list for each region");
    for (std::size_t id = 0; id < groups.regions.size(); id++) {
        HLO2C_CHECK(schedules.regions[id].size() == groups.regions[id].groups.size(),
                    "schedules: one for each group");
        for (const ScheduledGroup& group : schedules.regions[id]) {
            HLO2C_CHECK(group.problem.operands.size() == group.problem.problem.operands.size(),
                        "schedules: a value for each operand");
            check_schedule(group.problem.problem, group.schedule);
        }
    }
}

std::string to_text(const FunctionSchedules& schedules) {
    std::string text;
    for (std::size_t id = 0; id < schedules.regions.size(); id++) {
        text += fmt::format("region {}\n", id);
        for (std::size_t number = 0; number < schedules.regions[id].size(); number++) {
            const ScheduledGroup& group = schedules.regions[id][number];
            text +=
                fmt::format("{} {}\n  {}\n", number, to_text(group.problem.problem), to_text(group.schedule));
            if (group.candidates.size() < 2) continue;
            for (std::size_t i = 0; i < group.candidates.size(); i++)
                text += fmt::format("  candidate {}: {}\n", i, to_text(group.candidates[i]));
        }
    }
    return text;
}

}  // namespace hlo2c::scheduler
