#include <algorithm>
#include <bit>

#include "scheduler/schedule/parallel_loops.h"
#include "scheduler/schedule/schedule.h"

namespace hlo2c::scheduler {
namespace {

/// Cycles: of an element that a byte of its key distributes, of the counts of a byte, and of moving an
/// element by one place.
constexpr std::int64_t distributed = 8, counted = 400, moved = 2;
/// Limit on the elements that are kept sorted by insertion: a reversed row inserts each of its elements.
constexpr std::int64_t most_selected = 64;

struct TimedSort {
    SortSchedule schedule;
    std::int64_t cycles = 0;  ///< of a row
};

int bits_of(std::int64_t value) {
    return std::bit_width(static_cast<std::uint64_t>(value));
}

TimedSort merge_sort(const SortProblem& problem) {
    const int merges = problem.length > 2 ? bits_of(problem.length - 1) - 1 : 0;
    const std::int64_t merged = 3 + 3 * std::int64_t{problem.comparator_ops};
    return {{.merges = merges}, problem.length * merged * merges};
}

TimedSort radix_sort(const SortProblem& problem) {
    const int bytes = byte_width(*problem.key);
    return {{.key_bytes = bytes}, bytes * (problem.length * distributed + counted)};
}

/// Of a row in random order.
TimedSort selection(const SortProblem& problem) {
    const std::int64_t insertions = problem.kept * (1 + bits_of(problem.length / problem.kept));
    return {{.key_bytes = byte_width(*problem.key), .selects = true},
            problem.length + insertions * problem.kept * moved};
}

TimedSort fastest(const SortProblem& problem) {
    if (!problem.key) return merge_sort(problem);
    const TimedSort radix = radix_sort(problem);
    const bool selects = problem.kept < problem.length;
    if (selects && problem.kept > most_selected) return radix;
    const TimedSort other = selects ? selection(problem) : merge_sort(problem);
    return radix.cycles < other.cycles ? radix : other;
}

}  // namespace

SortSchedule choose_sort(const SortProblem& problem, const Target& target) {
    auto [schedule, cycles] = fastest(problem);
    const std::int64_t rows = problem.outer > 1 ? problem.outer : problem.inner;
    schedule.parallel = choose_parallel_loops(
        {.trips = {rows}, .needs_scratch = schedule.merges > 0 || schedule.key_bytes > 0},
        cycles * problem.outer * problem.inner, target);
    return schedule;
}

}  // namespace hlo2c::scheduler
