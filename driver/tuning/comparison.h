#pragma once

#include <string>
#include <vector>

#include "driver/tuning/figures.h"
#include "scheduler/plan.h"
#include "scheduler/target/tuning.h"

namespace hlo2c::driver {

/// The schedules of one problem, compared.
struct ProblemComparison {
    std::string problem;
    std::string estimated_schedule;               ///< decisions with the lowest estimate
    std::string default_schedule, best_schedule;  ///< those without options, and the best, perhaps the same
    double default_ns = 0, best_ns = 0;           ///< per call of the program, over all rounds
    bool is_chosen = false;                       ///< the best one is clearly faster than the default
    const std::string& schedule() const { return is_chosen ? best_schedule : default_schedule; }
};

/// A schedule replaces the default only if it takes less than this share of its time, in the first half of
/// the rounds and again in the second.
inline constexpr double clearly_faster = 0.97;

/// Compares the schedules of each of the program's problems that were measured with the chosen ones of
/// `choices`. Ignores problems and schedules that the program does not have.
std::vector<ProblemComparison> compare_schedules(const std::vector<scheduler::ProblemChoice>& choices,
                                                 const Figures& figures);

/// The schedules of all problems, but for those that have the lowest estimate anyway, as a tuning of the
/// target, the compiler and the rules of the figures.
scheduler::Tuning chosen_schedules(const std::vector<ProblemComparison>& comparisons,
                                   const std::string& target, const Figures& figures);

}  // namespace hlo2c::driver
