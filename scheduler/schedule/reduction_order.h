#pragma once

#include <cstdint>
#include <vector>

#include "scheduler/loops/loop_nest.h"
#include "scheduler/schedule/problem.h"

namespace hlo2c::scheduler {

/// Sums and products of up to this many floats that do not lie along rows are computed in sequence, the
/// initial value first, as the program says.
inline constexpr std::int64_t longest_plain_sum = 8;
/// The most steps of one lane that are combined before their result joins the next chain.
inline constexpr std::int64_t longest_chain = 64;
/// A loop over neighbours in memory that is shorter than this is not worth lanes.
inline constexpr std::int64_t shortest_row = 16;
/// The rest of a row is combined element by element if it is shorter than this.
inline constexpr int narrowest_row_chain = 4;
/// Lanes where results are neighbours in memory; a lane is then a row of the operand.
inline constexpr int column_lanes = 4;

/// The order in which the elements of one result are combined, unless they are in sequence. It depends only
/// on extents and types, never on the machine, so that every target and every schedule gives the same bits.
///
/// Element i of the innermost loop belongs to lane i % lanes; each lane is a chain over the steps i / lanes
/// and the loops around. Chains are cut into stretches of `longest_chain` steps whose results are chains
/// again. Lanes are combined by halves: i with i + lanes / 2, and so on. The elements that do not fill all
/// lanes form a chain of half the lanes, then of a quarter, and so on.
struct ChainOrder {
    std::vector<std::int64_t> extents;  ///< loops over the elements, outermost first
    int lanes = 1;                      ///< a power of two
    int narrowest = 1;  ///< a chain that would have fewer lanes is one lane, which walks all its elements
};

/// The elements of a chain: in each step, the next `width` neighbours of the innermost loop, from `begin` on.
/// The last of `loops` is the number of steps; the others are the loops around it.
struct ChainElements {
    int width = 1;
    std::int64_t begin = 0;
    std::vector<std::int64_t> loops;
};

/// A part of one loop: the loop's position is the sum of its parts' positions times their factors.
struct ChainPart {
    std::size_t loop = 0;
    std::int64_t extent = 1, factor = 1;
    bool covers = true;  ///< the parts of the loop walk it exactly
};
/// The parts of the loops that one sum walks, outermost first.
using ChainParts = std::vector<ChainPart>;

/// True if floats in loops with these extents are so few that their sum is computed in sequence.
bool are_in_sequence(const std::vector<std::int64_t>& extents);

/// The chains of a result, widest first.
std::vector<ChainElements> chains_in(const ChainOrder& order);

/// Divides the loops of a chain into levels, outermost first; none if there is only one step.
std::vector<ChainParts> levels_of(const std::vector<std::int64_t>& loops);

/// The lanes of rows of elements of this kind.
int lanes_of_rows(ScalarKind kind);

/// Number of sums that share an innermost loop if each takes `vectors_each` vectors: a power of two.
int sums_together(int vectors_each);

/// Decides whether the elements of each result are combined along rows, if the order is ours to choose
/// (`sums` is not empty). The problem is complete but for this. `takes_rows`: the operand has rows.
void order_elements(ReductionProblem& problem, bool takes_rows);

}  // namespace hlo2c::scheduler
