#include "scheduler/schedule/contraction_order.h"

#include <algorithm>
#include <cstdlib>

namespace hlo2c::scheduler {
namespace {

/// The cut of a long sum between two loops with the fewest steps inside and stretches outside, where no
/// divisor makes stretches; 0 if there is none.
std::size_t cut_between_loops(const std::vector<ReductionLoop>& reductions) {
    constexpr std::int64_t fewest_steps = 8;  // the cost of a total
    std::int64_t total = 1, steps = 1;
    for (const ReductionLoop& loop : reductions) total *= loop.extent;
    if (total <= longest_odd_stretch) return 0;
    std::int64_t least = total;
    std::size_t cut = 0;
    for (std::size_t i = reductions.size(); i-- > 1;) {
        steps *= reductions[i].extent;
        if (steps < fewest_steps || steps + total / steps >= least) continue;
        least = steps + total / steps;
        cut = i;
    }
    return cut;
}

/// True if sums run in lanes along the rows of both operands: rows are long and contiguous in memory, and one
/// operand has too few of them for vectors of results.
bool sums_in_lanes(const ContractionProblem& problem) {
    const ReductionLoop& row = problem.reductions.back();
    if (!is_float(problem.computed) || row.extent < shortest_row || row.lhs_stride != 1 ||
        row.rhs_stride != 1)
        return false;
    std::int64_t lhs_rows = 1, rhs_rows = 1;
    for (const ResultLoop& loop : problem.results) {
        if (loop.rhs_stride == 0) lhs_rows *= loop.extent;
        if (loop.lhs_stride == 0) rhs_rows *= loop.extent;
        // Overlapping windows are read as vectors of neighbours instead.
        const std::int64_t apart = std::abs(loop.lhs_stride) + std::abs(loop.rhs_stride);
        const bool alone = loop.lhs_stride == 0 || loop.rhs_stride == 0;
        if (alone && loop.extent > most_shared_rows && apart < row.extent) return false;
    }
    return std::min(lhs_rows, rhs_rows) <= most_shared_rows;
}

}  // namespace

std::vector<ReductionLoop> ordered_reductions(const std::vector<ReductionLoop>& loops) {
    std::vector<ReductionLoop> reductions;
    for (const ReductionLoop& loop : loops) {
        if (loop.extent == 1) continue;
        if (!reductions.empty() && reductions.back().lhs_stride == loop.lhs_stride * loop.extent &&
            reductions.back().rhs_stride == loop.rhs_stride * loop.extent) {
            reductions.back() = {reductions.back().extent * loop.extent, loop.lhs_stride, loop.rhs_stride};
            continue;
        }
        reductions.push_back(loop);
    }
    if (reductions.empty()) reductions.push_back({1, 0, 0});
    // If possible, the innermost reduction walks the operand that is read element by element with stride 1.
    std::stable_sort(reductions.begin(), reductions.end(),
                     [](const ReductionLoop& a, const ReductionLoop& b) {
                         return std::abs(a.lhs_stride) > std::abs(b.lhs_stride);
                     });
    return reductions;
}

std::size_t split_reductions(std::vector<ReductionLoop>& reductions, ScalarKind kind, std::int64_t longest) {
    std::int64_t steps = 1;
    std::size_t inner = reductions.size();
    // Whole inner loops join a stretch; a part of the next loop does if it can at least double them.
    while (inner > 0 && steps * reductions[inner - 1].extent <= longest) steps *= reductions[--inner].extent;
    if (inner > 0 && steps * 2 <= longest) {
        const ReductionLoop loop = reductions[inner - 1];
        const std::int64_t word =
            !is_float(kind) && inner == reductions.size() && loop.extent % bytes_in_word == 0 ? bytes_in_word
                                                                                              : 1;
        const std::int64_t part = word * stretch_iterations(loop.extent / word, steps * word, longest);
        if (part == loop.extent) {
            inner--;
        } else if (part > 1) {
            reductions[inner - 1] = {loop.extent / part, loop.lhs_stride * part, loop.rhs_stride * part};
            reductions.insert(reductions.begin() + static_cast<std::ptrdiff_t>(inner),
                              {part, loop.lhs_stride, loop.rhs_stride});
        }
        steps *= std::max<std::int64_t>(1, part);
    }
    if (!is_float(kind)) return 0;
    return steps >= shortest_stretch ? inner : cut_between_loops(reductions);
}

std::int64_t longest_sequence(std::vector<ReductionLoop> reductions) {
    std::int64_t steps = 1;
    for (std::size_t i = split_reductions(reductions, ScalarKind::F32); i < reductions.size(); i++)
        steps *= reductions[i].extent;
    return steps;
}

std::vector<std::int64_t> stretch_extents(const ContractionProblem& problem) {
    std::vector<std::int64_t> extents;
    for (std::size_t i = 0; i < problem.stretch_loops; i++) extents.push_back(problem.reductions[i].extent);
    return extents;
}

std::vector<ChainParts> levels_of_totals(const ContractionProblem& problem) {
    return levels_of(stretch_extents(problem));
}

void order_sums(ContractionProblem& problem, bool is_fast) {
    problem.in_lanes = !problem.staged && problem.peeled.empty() && sums_in_lanes(problem);
    if (problem.in_lanes) return;
    std::int64_t steps = 1;
    for (const ReductionLoop& loop : problem.reductions) steps *= loop.extent;
    problem.stretch_loops =
        split_reductions(problem.reductions, problem.computed,
                         is_fast && steps <= longest_fast_sum ? longest_fast_stretch : longest_stretch);
}

}  // namespace hlo2c::scheduler
