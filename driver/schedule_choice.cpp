#include "driver/schedule_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "driver/error_numbers.h"
#include "frontend/counted.h"
#include "frontend/diagnostic.h"
#include "scheduler/error_numbers.h"

namespace hlo2c::driver {
namespace {

/// The schedules that ship for a built-in target. Those of x86-64-v3 hold for "native" on such a machine,
/// too: a schedule that its caches rule out is no candidate.
scheduler::Tuning shipped_tuning(const CompilationOptions& options, const scheduler::Target& target) {
    return scheduler::shipped_tuning(target.built_in, options.float_rules);
}

}  // namespace

scheduler::ScheduleChoice schedule_choice(const CompilationOptions& options,
                                          const scheduler::Target& target) {
    scheduler::ScheduleChoice choice{.candidate = options.candidate.value_or(0)};
    if (options.tuning.empty()) {
        if (!options.candidate && options.settings.empty()) choice.tuning = shipped_tuning(options, target);
        return choice;
    }
    choice.tuning = scheduler::load_tuning(options.tuning);
    if (choice.tuning.target != target.name)
        fail(scheduler::tuning_error::options, Place{.file = options.tuning},
             fmt::format("the tuning was measured for the target '{}', expected '{}'", choice.tuning.target,
                         target.name),
             fmt::format("Compile with --target={}, or measure with `hlo2c tune --target={}`.",
                         scheduler::target_option(choice.tuning.target),
                         scheduler::target_option(target.name)));
    if (choice.tuning.rules != options.float_rules)
        fail(scheduler::tuning_error::options, Place{.file = options.tuning},
             fmt::format("the tuning was measured with --fp={}, expected --fp={}", choice.tuning.rules,
                         options.float_rules),
             fmt::format("Compile with --fp={}, or measure with `hlo2c tune --fp={}`.", choice.tuning.rules,
                         options.float_rules));
    return choice;
}

void require_candidate(int number, const std::vector<scheduler::Plan>& plans) {
    std::size_t most = 1;
    for (const scheduler::Plan& plan : plans)
        for (const scheduler::ProblemChoice& choice : plan.choices)
            most = std::max(most, choice.candidates.size());
    if (static_cast<std::size_t>(number) < most) return;
    fail(option_error::no_candidate, {},
         most == 1
             ? fmt::format("there is no candidate {}: nothing in the program has several schedules", number)
             : fmt::format("there is no candidate {}: no contraction of the program has more than {}", number,
                           most),
         most == 1
             ? std::string("Leave out --candidate.")
             : fmt::format(
                   "Give --candidate a number from 0 to {}; --dump-after=schedule lists the candidates.",
                   most - 1));
}

std::vector<std::string> tuning_notes(const scheduler::Tuning& tuning,
                                      const std::vector<scheduler::Plan>& plans) {
    std::set<std::string> known, taken;
    for (const scheduler::Plan& plan : plans)
        for (const scheduler::ProblemChoice& choice : plan.choices) {
            known.insert(choice.problem);
            if (choice.is_tuned) taken.insert(choice.problem);
        }
    std::size_t unknown = 0, refused = 0;
    std::string first;
    for (const auto& [problem, tuned] : tuning.schedules) {
        if (!known.count(problem)) {
            unknown++;
        } else if (!taken.count(problem)) {
            refused++;
            if (first.empty()) first = problem;
        }
    }
    std::vector<std::string> notes;
    if (unknown > 0)
        notes.push_back(fmt::format("the tuning has {} that this program does not have",
                                    frontend::counted(unknown, "problem")));
    if (refused > 0)
        notes.push_back(
            fmt::format("{} of the tuning {} no candidate of its problem, so the best estimate "
                        "decides; the first problem is: {}",
                        frontend::counted(refused, "schedule"), refused == 1 ? "is" : "are", first));
    return notes;
}

}  // namespace hlo2c::driver
