#include <algorithm>

#include "frontend/integer_division.h"
#include "scheduler/schedule/contraction_order.h"
#include "scheduler/schedule/parallel_loops.h"
#include "scheduler/schedule/schedule.h"
#include "scheduler/schedule/vector_width.h"

namespace hlo2c::scheduler {
namespace {

/// Rows of the matrix that are read side by side: few enough streams for the prefetchers, and enough to hide
/// the loads and stores of the sums.
constexpr int most_steps = 8;
/// Columns of a block: long enough for the prefetchers, and their sums stay in the first-level cache.
constexpr std::int64_t fewest_columns = 512, most_columns = 2048;
/// More rows of the other operand are faster in tiles of registers.
constexpr std::int64_t most_rows = 8;

/// The reductions are one loop over steps, or one over stretches around it.
bool has_one_level(const ContractionProblem& problem) {
    return problem.stretch_loops <= 1 && problem.reductions.size() == problem.stretch_loops + 1 &&
           levels_of_totals(problem).size() <= 1;
}

}  // namespace

std::optional<RowProductSchedule> choose_row_product(const ContractionProblem& problem,
                                                     const Target& target) {
    if (problem.results.size() > 2 || problem.results.empty() || !is_float(problem.computed) ||
        problem.replaces_operand || problem.staged || !problem.peeled.empty() ||
        !problem.halo.boxes.empty() || !has_one_level(problem))
        return std::nullopt;
    const ResultLoop& columns = problem.results.back();
    const std::int64_t rows_of_result = problem.results.size() == 1 ? 1 : problem.results.front().extent;
    if (rows_of_result > most_rows) return std::nullopt;
    for (const bool is_rhs : {false, true}) {
        if (rows_of_result > 1 && problem.results.front().operand_stride(is_rhs) != 0) continue;
        const Operand& matrix = problem.operand(is_rhs);
        const ReductionLoop& rows = problem.reductions.back();
        if (columns.operand_stride(is_rhs) != 1 || columns.operand_stride(!is_rhs) != 0 || matrix.is_constant)
            continue;
        if (rows.extent == 1 || rows.operand_stride(is_rhs) == 0) continue;  // one row, perhaps repeated
        std::int64_t bytes = columns.extent * byte_width(matrix.element);
        for (const ReductionLoop& loop : problem.reductions) bytes *= loop.extent;
        RowProductSchedule schedule{.lanes = native_lanes(target, problem.computed)};
        if (bytes <= target.l2_bytes || columns.extent < fewest_columns) continue;
        schedule.steps = static_cast<int>(std::min<std::int64_t>(most_steps, rows.extent));
        // Blocks for all slots, if they are not too short.
        schedule.columns = std::clamp(columns.extent / target.cores, fewest_columns,
                                      std::max(fewest_columns, most_columns / rows_of_result));
        schedule.columns = std::min(schedule.columns, columns.extent) / schedule.lanes * schedule.lanes;
        schedule.parallel = choose_parallel_loops({.trips = {ceil_div(columns.extent, schedule.columns)},
                                                   .last_overlaps = columns.extent % schedule.columns != 0,
                                                   .needs_scratch = true},
                                                  problem.flops / 8, target);
        return schedule;
    }
    return std::nullopt;
}

}  // namespace hlo2c::scheduler
