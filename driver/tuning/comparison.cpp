#include "driver/tuning/comparison.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace hlo2c::driver {
namespace {

/// Least nanoseconds in both halves of the rounds.
struct Halves {
    double first = std::numeric_limits<double>::infinity(), second = first;
    double both() const { return std::min(first, second); }
};

/// By schedule; libraries may share one.
std::map<std::string, Halves> times_of(const Figures& figures, std::size_t problem) {
    const std::size_t middle = figures.rounds / 2;
    std::map<std::string, Halves> times;
    for (std::size_t library = 0; library < figures.schedules.size(); library++) {
        Halves& halves = times[figures.schedules[library][problem]];
        const int number = static_cast<int>(problem);
        halves.first = std::min(halves.first, least_time(figures, library, number, 0, middle));
        halves.second = std::min(halves.second, least_time(figures, library, number, middle, figures.rounds));
    }
    return times;
}

ProblemComparison compare(const scheduler::ProblemChoice& choice, const std::map<std::string, Halves>& times,
                          const Halves& standard) {
    const std::string& chosen = choice.candidates[choice.chosen];
    ProblemComparison result{choice.problem,  choice.candidates.front(), chosen, chosen,
                             standard.both(), standard.both(),           false};
    double least_share = clearly_faster;
    for (const std::string& candidate : choice.candidates) {
        const auto found = times.find(candidate);
        if (found == times.end()) continue;
        const Halves& halves = found->second;
        const double share = std::max(halves.first / standard.first, halves.second / standard.second);
        if (!(share < least_share)) continue;
        least_share = share;
        result.best_schedule = candidate;
        result.best_ns = halves.both();
        result.is_chosen = true;
    }
    return result;
}

}  // namespace

std::vector<ProblemComparison> compare_schedules(const std::vector<scheduler::ProblemChoice>& choices,
                                                 const Figures& figures) {
    std::vector<ProblemComparison> comparisons;
    for (const scheduler::ProblemChoice& choice : choices) {
        const auto problem = std::find(figures.problems.begin(), figures.problems.end(), choice.problem);
        if (problem == figures.problems.end()) continue;
        const auto times = times_of(figures, static_cast<std::size_t>(problem - figures.problems.begin()));
        const auto standard = times.find(choice.candidates[choice.chosen]);
        if (standard == times.end() || !std::isfinite(standard->second.both())) continue;
        comparisons.push_back(compare(choice, times, standard->second));
    }
    return comparisons;
}

scheduler::Tuning chosen_schedules(const std::vector<ProblemComparison>& comparisons,
                                   const std::string& target, const Figures& figures) {
    scheduler::Tuning tuning{target, figures.compiler, figures.rules, {}};
    for (const ProblemComparison& comparison : comparisons)
        if (comparison.schedule() != comparison.estimated_schedule)
            tuning.schedules[comparison.problem] = {comparison.schedule(), comparison.default_ns / 1000,
                                                    comparison.best_ns / 1000};
    return tuning;
}

}  // namespace hlo2c::driver
