#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "scheduler/schedule/problem.h"
#include "scheduler/schedule/reduction_order.h"

/// The order in which a contraction adds its products. It depends on the problem only, so that every target
/// and every schedule gives the same bits.
namespace hlo2c::scheduler {

/// Long sums add up stretches, which limits rounding errors: of at most this many steps if a divisor of the
/// sum's length allows, and of at least this many.
inline constexpr std::int64_t longest_stretch = 128, shortest_stretch = 32;
/// Under `fast`, which trades accuracy for fewer totals, for sums of up to this many steps: rows of longer
/// ones are so far apart that their lines share sets of the cache.
inline constexpr std::int64_t longest_fast_stretch = 192, longest_fast_sum = 1536;
/// Where no divisor is in that range, the shortest stretch up to this length is taken.
inline constexpr std::int64_t longest_odd_stretch = 256;

/// The number of iterations in one stretch of a loop of `extent` iterations with `steps` steps each; 0 if no
/// divisor of the extent makes a stretch.
constexpr std::int64_t stretch_iterations(std::int64_t extent, std::int64_t steps,
                                          std::int64_t longest = longest_stretch) {
    const std::int64_t most = longest / steps;
    for (std::int64_t part = most; part > 0 && part * steps >= shortest_stretch; part--)
        if (extent % part == 0) return part;
    for (std::int64_t part = most + 1; part * steps <= longest_odd_stretch; part++)
        if (extent % part == 0) return part;
    return 0;
}

/// The loops of a sum, given in the program's order: merged where both operands allow it, and the one that
/// takes the smallest steps through lhs innermost.
std::vector<ReductionLoop> ordered_reductions(const std::vector<ReductionLoop>& loops);

/// Cuts the reductions into stretches. Returns how many loops select a stretch; the others walk it.
std::size_t split_reductions(std::vector<ReductionLoop>& reductions, ScalarKind kind,
                             std::int64_t longest = longest_stretch);

/// The number of steps that a sum of floats over these loops takes in one sequence.
std::int64_t longest_sequence(std::vector<ReductionLoop> reductions);

/// Extents of the loops that select a stretch, outermost first.
std::vector<std::int64_t> stretch_extents(const ContractionProblem& problem);

/// How the totals of the stretches are added: levels of loops over the stretches, outermost first. Each level
/// adds few sums of the next one, the last level adds totals. None if there is only one stretch.
std::vector<ChainParts> levels_of_totals(const ContractionProblem& problem);

/// Decides whether sums run in lanes, and otherwise cuts them into stretches. The problem is complete but for
/// this. `is_fast`: the rules are those of `--fp=fast`.
void order_sums(ContractionProblem& problem, bool is_fast);

}  // namespace hlo2c::scheduler
