#include <algorithm>
#include <bit>

#include "scheduler/schedule/parallel_loops.h"
#include "scheduler/schedule/schedule.h"

namespace hlo2c::scheduler {
namespace {

/// Cycles: of an element that a byte of its key distributes, of the counts of a byte, and of moving an
/// element by one place.
constexpr std::int64_t distributed = 8, counted = 400, moved = 2;
/// Bytes of vectors by which one element is searched for the last one in a cycle, and cycles until that is
/// known.
constexpr std::int64_t searched_bytes = 21, found = 20;
/// Limit on the cycles in which a selection takes an element: a reversed row takes each of its elements.
constexpr std::int64_t most_taking = 128;

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

/// Cycles in which a selection looks at the elements kept so far.
std::int64_t search_of(const SortProblem& problem, const Target& target) {
    return replaces_last(problem) ? problem.kept * searched_bytes / target.vector_bytes
                                  : problem.kept * moved;
}

std::int64_t taking(const SortProblem& problem, const Target& target) {
    return search_of(problem, target) + (replaces_last(problem) ? found : 0);
}

/// Of a row in random order.
TimedSort selection(const SortProblem& problem, const Target& target) {
    const std::int64_t taken = problem.kept * (10 + 7 * bits_of(problem.length / problem.kept)) / 10;
    const std::int64_t placed = replaces_last(problem) ? problem.kept * search_of(problem, target) : 0;
    return {{.key_bytes = byte_width(*problem.key), .selects = true},
            problem.length + taken * taking(problem, target) + placed};
}

TimedSort fastest(const SortProblem& problem, const Target& target) {
    if (!problem.key) return merge_sort(problem);
    const TimedSort radix = radix_sort(problem);
    const bool selects = problem.kept < problem.length;
    if (selects && taking(problem, target) > most_taking) return radix;
    const TimedSort other = selects ? selection(problem, target) : merge_sort(problem);
    return radix.cycles < other.cycles ? radix : other;
}

}  // namespace

bool replaces_last(const SortProblem& problem) {
    constexpr int widest_key = 4;
    return byte_width(*problem.key) <= widest_key;
}

SortSchedule choose_sort(const SortProblem& problem, const Target& target) {
    auto [schedule, cycles] = fastest(problem, target);
    const std::int64_t rows = problem.outer > 1 ? problem.outer : problem.inner;
    schedule.parallel = choose_parallel_loops(
        {.trips = {rows}, .needs_scratch = schedule.merges > 0 || schedule.key_bytes > 0},
        cycles * problem.outer * problem.inner, target);
    return schedule;
}

}  // namespace hlo2c::scheduler
