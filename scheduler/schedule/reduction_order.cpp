#include "scheduler/schedule/reduction_order.h"

#include <algorithm>
#include <bit>

#include "frontend/integer_division.h"

namespace hlo2c::scheduler {
namespace {

/// The lanes of a row take this many bytes: several vectors on every machine.
constexpr int row_bytes = 256;
constexpr int most_row_lanes = 64;
/// Vectors of sums in one innermost loop: all registers of the smaller machines, where additions read
/// elements directly from memory.
constexpr int most_accumulators = 16;
/// Fewer neighbouring results than this do not fill a vector.
constexpr std::int64_t narrowest_results = 4;

}  // namespace

bool are_in_sequence(const std::vector<std::int64_t>& extents) {
    std::int64_t elements = 1;
    for (const std::int64_t extent : extents) {
        elements *= extent;
        if (elements > longest_plain_sum) return false;
    }
    return elements > 1;
}

std::vector<ChainElements> chains_in(const ChainOrder& order) {
    std::vector<ChainElements> chains;
    const std::int64_t extent = order.extents.back();
    std::int64_t begin = 0;
    for (int width = order.lanes; begin < extent; width /= 2) {
        if (width < order.narrowest) width = 1;
        const std::int64_t steps = (extent - begin) / width;
        if (steps == 0) continue;
        ChainElements chain{width, begin, order.extents};
        chain.loops.back() = steps;
        chains.push_back(std::move(chain));
        begin += steps * width;
    }
    return chains;
}

std::vector<ChainParts> levels_of(const std::vector<std::int64_t>& loops) {
    std::vector<ChainParts> levels;
    std::int64_t steps = longest_chain;
    const auto add = [&](const ChainPart& part) {
        if (steps * part.extent > longest_chain) {
            levels.insert(levels.begin(), ChainParts());
            steps = 1;
        }
        levels.front().insert(levels.front().begin(), part);
        steps *= part.extent;
    };
    for (std::size_t loop = loops.size(); loop-- > 0;) {
        std::int64_t factor = 1, rest = loops[loop];
        for (; rest > longest_chain; rest = ceil_div(rest, longest_chain)) {
            add({loop, longest_chain, factor, false});
            factor *= longest_chain;
        }
        if (rest > 1) add({loop, rest, factor, false});
        for (ChainParts& parts : levels)
            for (ChainPart& part : parts)
                if (part.loop == loop) part.covers = rest * factor == loops[loop];
    }
    return levels;
}

int lanes_of_rows(ScalarKind kind) {
    return std::min(most_row_lanes, row_bytes / byte_width(kind));
}

int sums_together(int vectors_each) {
    const auto most = static_cast<unsigned>(most_accumulators / vectors_each);
    return static_cast<int>(std::bit_floor(std::max(1u, most)));
}

namespace {

/// Number of sums that are live together for one result, if its lanes are computed one after another.
int live_sums(const std::vector<std::int64_t>& extents, int lanes) {
    int sums = 0;
    for (const ChainElements& chain : chains_in({.extents = extents, .lanes = lanes}))
        sums += chain.width + std::max(static_cast<int>(levels_of(chain.loops).size()), 1) - 1;
    return sums;
}

/// True if the elements of each result are combined along rows.
bool combines_rows(const ReductionProblem& problem, bool takes_rows) {
    return problem.reduced.back().extent >= shortest_row &&
           (takes_rows || problem.results.back().extent < narrowest_results);
}

}  // namespace

void order_elements(ReductionProblem& problem, bool takes_rows) {
    if (problem.sums.empty()) return;
    problem.in_rows = combines_rows(problem, takes_rows);
    if (problem.in_rows) return;
    std::vector<std::int64_t> extents;
    for (const ElementLoop& loop : problem.reduced) extents.push_back(loop.extent);
    problem.live_sums = static_cast<int>(problem.sums.size()) * live_sums(extents, column_lanes);
}

}  // namespace hlo2c::scheduler
