#include "scheduler/kernels/function_schedules.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "frontend/diagnostic.h"
#include "scheduler/kernels/problem_of.h"
#include "scheduler/layout/lowering_context.h"

namespace hlo2c::scheduler {

Target target_of_slot(Target target) {
    target.cores = 1;
    return target;
}

FunctionSchedules schedule_groups(const FunctionGraph& graph, const FunctionGroups& groups,
                                  const FunctionLayouts& layouts, const Target& target,
                                  const ScheduleChoice& choice, FloatRules rules) {
    FunctionSchedules result;
    const Target of_slot = target_of_slot(target);
    for (RegionId id = 0; id < graph.region_count(); id++) {
        const Grouping& grouping = groups.regions[id];
        const LoweringContext context{graph.region(id), grouping, layouts, graph.constants()};
        const bool runs_in_slot = graph.runs_in_slot(id);
        std::vector<ScheduledGroup>& scheduled = result.regions.emplace_back();
        for (const Group& group : grouping.groups) {
            GroupProblem problem = problem_of(context, group, rules);
            ChosenSchedule chosen = choose_schedule(problem.problem, runs_in_slot ? of_slot : target, choice);
            scheduled.push_back({std::move(problem), std::move(chosen), runs_in_slot});
        }
    }
    return result;
}

std::vector<ProblemChoice> problem_choices(const FunctionSchedules& schedules) {
    std::vector<ProblemChoice> choices;
    std::set<std::string> seen;
    for (const std::vector<ScheduledGroup>& region : schedules.regions)
        for (const ScheduledGroup& group : region) {
            const ChosenSchedule& chosen = group.chosen;
            if (chosen.candidates.size() < 2) continue;
            ProblemChoice choice{to_text(group.problem.problem), {}, chosen.number, chosen.is_tuned};
            if (!seen.insert(choice.problem).second) continue;
            for (const Schedule& candidate : chosen.candidates)
                choice.candidates.push_back(decisions_text(candidate));
            choices.push_back(std::move(choice));
        }
    return choices;
}

void check_schedules(const FunctionGroups& groups, const FunctionSchedules& schedules) {
    HLO2C_CHECK(schedules.regions.size() == groups.regions.size(), "schedules: one list for each region");
    for (std::size_t id = 0; id < groups.regions.size(); id++) {
        HLO2C_CHECK(schedules.regions[id].size() == groups.regions[id].groups.size(),
                    "schedules: one for each group");
        for (const ScheduledGroup& group : schedules.regions[id]) {
            HLO2C_CHECK(group.problem.operands.size() == group.problem.problem.operands.size(),
                        "schedules: a value for each operand");
            check_schedule(group.problem.problem, group.chosen.schedule);
        }
    }
}

std::string to_text(const FunctionSchedules& schedules) {
    std::string text;
    for (std::size_t id = 0; id < schedules.regions.size(); id++) {
        text += fmt::format("region {}\n", id);
        for (std::size_t number = 0; number < schedules.regions[id].size(); number++) {
            const ScheduledGroup& group = schedules.regions[id][number];
            const ChosenSchedule& chosen = group.chosen;
            text += fmt::format("{} {}\n  {}{}\n", number, to_text(group.problem.problem),
                                to_text(chosen.schedule), chosen.is_tuned ? ", from a tuning" : "");
            if (chosen.candidates.size() < 2) continue;
            for (std::size_t i = 0; i < chosen.candidates.size(); i++)
                text += fmt::format("  candidate {}: {}\n", i, to_text(chosen.candidates[i]));
        }
    }
    return text;
}

nlohmann::ordered_json json_of(const FunctionSchedules& schedules) {
    using Json = nlohmann::ordered_json;
    const auto described = [](const Schedule& schedule) {
        return Json{{"decisions", to_text(schedule)}, {"cycles", estimated_cycles(schedule)}};
    };
    Json json{{"regions", Json::array()}};
    for (const std::vector<ScheduledGroup>& region : schedules.regions) {
        Json groups = Json::array();
        for (const ScheduledGroup& group : region) {
            groups.push_back({{"problem", to_text(group.problem.problem)},
                              {"operands", group.problem.operands},
                              {"schedule", described(group.chosen.schedule)},
                              {"tuned", group.chosen.is_tuned},
                              {"candidates", Json::array()}});
            for (const Schedule& candidate : group.chosen.candidates)
                groups.back()["candidates"].push_back(described(candidate));
        }
        json["regions"].push_back(std::move(groups));
    }
    return json;
}

}  // namespace hlo2c::scheduler
