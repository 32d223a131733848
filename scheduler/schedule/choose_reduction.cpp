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

/// The kind whose sums take the most bytes.
ScalarKind widest_sums(const ReductionProblem& problem) {
    ScalarKind widest = problem.computed;
    for (const ScalarKind kind : problem.sums)
        if (byte_width(kind) > byte_width(widest)) widest = kind;
    return widest;
}

/// Bytes of the sums for `results` results side by side.
std::int64_t bytes_of_sums(const ReductionProblem& problem, std::int64_t results) {
    return results * problem.live_sums * byte_width(widest_sums(problem));
}

/// Lanes of the first result, unless so many of the widest sums take more than the stack.
int side_by_side_results(const ReductionProblem& problem, const Target& target) {
    int lanes = native_lanes(target, problem.computed);
    while (lanes > native_lanes(target, widest_sums(problem)) && bytes_of_sums(problem, lanes) > largest_sums)
        lanes /= 2;
    return lanes;
}

/// Lanes for short rows side by side, which need no sums of a vector's lanes; 0 if the rows do not allow it,
/// or are so long that the copies cost more than the sums of lanes, or than functions of partial vectors.
/// Rows of which nothing is copied have the limit of sums: their code has a statement per element.
int side_by_side_lanes(const RowProblem& problem, const Target& target) {
    constexpr std::int64_t copied_with_functions = 100, copied_with_sums = 64;  // elements of one row
    constexpr int fewest_lanes = 4;
    if (!problem.walks_pairs) return 0;
    const bool has_functions = std::any_of(problem.values.begin(), problem.values.end(),
                                           [](const RowValue& value) { return value.cost >= kept_cost; });
    const std::int64_t copies = problem.whole_operands + problem.stores_rows;
    const std::int64_t copied = std::max<std::int64_t>(copies, 1) * problem.row_elements();
    const std::int64_t most = has_functions                            ? copied_with_functions
                              : problem.sums.size() > 1 || copies == 0 ? copied_with_sums
                                                                       : 0;
    if (copied > most) return 0;
    const int lanes = vector_width(problem.rows.back().extent, native_lanes(target, problem.computed));
    return lanes >= fewest_lanes ? lanes : 0;
}

/// Keeps what sums read of rows side by side, because each sum is one expression; copies, kept values and
/// results are on the stack if it holds all of them.
void place_rows(RowSchedule& schedule, const RowProblem& problem) {
    constexpr std::int64_t largest_stack_rows = 1536;
    std::int64_t arrays = problem.whole_operands + problem.stores_rows;
    const auto is_kept = [](const RowValue& value) {
        return value.is_summed || place_of(value) != RowPlace::Inlined;
    };
    arrays += std::count_if(problem.values.begin(), problem.values.end(), is_kept);
    const std::int64_t bytes = arrays * schedule.lanes * schedule.row_elements * byte_width(problem.computed);
    schedule.copies = bytes <= largest_stack_rows ? RowPlace::Stack : RowPlace::Scratch;
    for (std::size_t i = 0; i < problem.values.size(); i++)
        schedule.values[i] = is_kept(problem.values[i]) ? schedule.copies : RowPlace::Inlined;
}

/// Scratch of a slot is small up to this share of the elements.
constexpr std::int64_t small_share = 16;

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
    const int native = side_by_side_results(problem, target);
    schedule.lanes =
        problem.replaces_operand ? whole_vector_width(extent, native) : vector_width(extent, native);
    const auto fits = [&](int vectors) {
        return extent % (vectors * schedule.lanes) == 0 &&
               bytes_of_sums(problem, vectors * schedule.lanes) <= largest_sums;
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
    for (const RowValue& value : problem.values) schedule.values.push_back(place_of(value));
    std::int64_t elements = schedule.row_elements;
    for (const ElementLoop& loop : problem.rows) elements *= loop.extent;
    OuterLoops loops{.trips = extents(problem.rows)};
    if (const int lanes = side_by_side_lanes(problem, target)) {
        schedule.side_by_side = true;
        schedule.lanes = lanes;
        schedule.sum_lanes.assign(problem.sums.size(), 1);
        schedule.overlaps = loops.last_overlaps = loops.trips.back() % lanes != 0;
        loops.trips.back() = ceil_div(loops.trips.back(), lanes);
        place_rows(schedule, problem);
    } else {
        const std::int64_t columns = problem.columns.back().extent;
        schedule.lanes = vector_width(columns, native_lanes(target, problem.computed));
        schedule.sum_lanes = lanes_of(problem.sums, target);
        schedule.overlaps = problem.stores_rows && schedule.lanes > 1 && columns % schedule.lanes != 0;
    }
    std::int64_t arrays = std::count(schedule.values.begin(), schedule.values.end(), RowPlace::Scratch);
    if (schedule.copies == RowPlace::Scratch) arrays += problem.whole_operands + problem.stores_rows;
    const std::int64_t side_by_side = schedule.side_by_side ? schedule.lanes : 1;
    loops.needs_scratch = arrays > 0;
    loops.scratch_is_small = arrays * schedule.row_elements * side_by_side <= elements / small_share;
    // Each sum is a pass over the row, and the results are the last one.
    const auto passes = static_cast<std::int64_t>(problem.sums.size()) + 1;
    schedule.parallel = choose_parallel_loops(loops, elements * passes, target);
    return schedule;
}

}  // namespace hlo2c::scheduler
