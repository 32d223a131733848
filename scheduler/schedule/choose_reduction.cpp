#include <algorithm>

#include "frontend/integer_division.h"
#include "scheduler/schedule/parallel_loops.h"
#include "scheduler/schedule/schedule.h"
#include "scheduler/schedule/vector_width.h"

namespace hlo2c::scheduler {
namespace {

/// Limits on the vectors of results that are reduced side by side, and on the stack bytes of their sums.
constexpr int result_vectors = 4;
constexpr int largest_sums = 1536;
/// A value of a row that is read more than once and costs this much is kept for the length of the row.
constexpr int kept_cost = 8;
/// Stored rows of up to this many bytes are on the stack.
constexpr std::int64_t largest_stack_row = 1024;

std::vector<int> lanes_of(const std::vector<ScalarKind>& kinds, const Target& target) {
    std::vector<int> lanes;
    for (const ScalarKind kind : kinds) lanes.push_back(native_lanes(target, kind));
    return lanes;
}

std::vector<std::int64_t> extents(const std::vector<ElementLoop>& loops) {
    std::vector<std::int64_t> extents;
    for (const ElementLoop& loop : loops) extents.push_back(loop.extent);
    return extents;
}

RowPlace place_of(std::int64_t bytes) {
    return bytes <= largest_stack_row ? RowPlace::Stack : RowPlace::Scratch;
}

RowPlace place_of(const RowValue& value) {
    if (value.cost < kept_cost || value.readers < 2) return RowPlace::Inlined;
    return place_of(value.bytes);
}

/// Shares out only loops that the kept rows are inside of.
ParallelLoops parallel_around(const ReductionProblem& problem, const ReductionSchedule& schedule,
                              OuterLoops loops, const Target& target) {
    for (std::size_t i = 0; i < problem.kept.size(); i++) {
        const auto around = static_cast<std::size_t>(problem.kept[i].loops);
        if (around < loops.trips.size()) {
            loops.trips.resize(around);
            loops.last_overlaps = loops.last_is_short = false;
        }
        loops.needs_scratch |= schedule.kept[i].place == RowPlace::Scratch;
    }
    return choose_parallel_loops(loops, problem.elements, target);
}

}  // namespace

ReductionSchedule choose_reduction(const ReductionProblem& problem, const Target& target) {
    ReductionSchedule schedule{.in_rows = problem.in_rows};
    for (const KeptRow& row : problem.kept)
        schedule.kept.push_back({place_of(row.elements * byte_width(row.kind)),
                                 vector_width(row.columns, native_lanes(target, row.kind))});
    OuterLoops loops{.trips = extents(problem.results)};
    if (problem.in_rows) {
        schedule.sum_lanes = lanes_of(problem.sums, target);
        schedule.lanes = schedule.sum_lanes.back();
        schedule.parallel = parallel_around(problem, schedule, loops, target);
        return schedule;
    }
    const std::int64_t extent = problem.results.back().extent;
    const int native = native_lanes(target, problem.computed);
    schedule.lanes =
        problem.replaces_operand ? whole_vector_width(extent, native) : vector_width(extent, native);
    const auto fits = [&](int vectors) {
        return extent % (vectors * schedule.lanes) == 0 &&
               vectors * schedule.lanes * problem.live_sums * byte_width(problem.computed) <= largest_sums;
    };
    while (schedule.vectors < result_vectors && fits(2 * schedule.vectors)) schedule.vectors *= 2;
    schedule.overlaps = extent % (schedule.lanes * schedule.vectors) != 0;
    const int block = schedule.lanes * schedule.vectors;
    loops.trips.back() = ceil_div(extent, block);
    loops.last_overlaps = schedule.overlaps;
    loops.last_is_short = true;
    schedule.parallel = parallel_around(problem, schedule, loops, target);
    return schedule;
}

RowSchedule choose_row(const RowProblem& problem, const Target& target) {
    RowSchedule schedule{.row_elements = problem.row_elements()};
    const std::int64_t columns = problem.columns.back().extent;
    schedule.lanes = vector_width(columns, native_lanes(target, problem.computed));
    schedule.sum_lanes = lanes_of(problem.sums, target);
    for (const RowValue& value : problem.values) schedule.values.push_back(place_of(value));
    schedule.overlaps = problem.stores_rows && schedule.lanes > 1 && columns % schedule.lanes != 0;
    const bool needs_scratch =
        std::count(schedule.values.begin(), schedule.values.end(), RowPlace::Scratch) > 0;
    std::int64_t elements = schedule.row_elements;
    for (const ElementLoop& loop : problem.rows) elements *= loop.extent;
    schedule.parallel = choose_parallel_loops(
        {.trips = extents(problem.rows), .needs_scratch = needs_scratch}, elements, target);
    return schedule;
}

}  // namespace hlo2c::scheduler
