#pragma once

#include <Halide.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler::halide {

/// The order in which the elements of one result are combined. It depends only on extents and types, never on
/// the machine, so that every target and every schedule gives the same bits.
///
/// Element i of the innermost loop belongs to lane i % lanes; each lane is a chain over the steps i / lanes
/// and the loops around. Chains are cut into stretches of `longest_stretch` steps whose results are chains
/// again. Lanes are combined by halves: i with i + lanes / 2, and so on. The elements that do not fill all
/// lanes form a chain of half the lanes, then of a quarter, and so on.
struct CombiningTree {
    std::vector<std::int64_t> extents;  ///< loops over the elements, outermost first
    int lanes = 1;                      ///< a power of two
    int narrowest = 1;  ///< a chain that would have fewer lanes is one lane, which walks all its elements
    /// True: lanes are neighbours in memory, vectors run along them, and they are combined only at the end.
    /// False: vectors run along the results, and the lanes are combined after each stretch.
    bool along_rows = false;
    /// The element at the given position in each loop, alone and combined with a sum.
    std::function<Halide::Expr(const std::vector<Halide::Expr>& positions)> element;
    std::function<Halide::Expr(const Halide::Expr& sum, const std::vector<Halide::Expr>& positions)>
        accumulate;
    std::function<Halide::Expr(const Halide::Expr& a, const Halide::Expr& b)> combine;
    Halide::Expr identity;
};

/// The most steps of one lane that are combined before their result joins the next chain.
inline constexpr std::int64_t longest_stretch = 64;
/// A loop over neighbours in memory that is shorter than this is not worth lanes.
inline constexpr std::int64_t shortest_row = 16;
/// Sets the tree's lanes for rows of elements of `kind`.
void take_rows(CombiningTree& tree, ScalarKind kind);
/// Lanes of a tree whose results are neighbours in memory; a lane is then a row of the operand.
inline constexpr int column_lanes = 4;

/// A kept loop whose iterations are computed together, because they read some of the same elements.
struct SharedReads {
    Halide::Var loop;
    int results = 1;
};

/// Sums that live at one time for one result, of a tree of so many lanes that follow each other.
int live_sums(const std::vector<std::int64_t>& extents, int lanes);

/// How the lanes of a chain become vectors.
struct LaneSchedule {
    int vector_lanes = 1;  ///< widest vector
    int results =
        1;  ///< positions of the first kept loop that are computed together, if vectors run along it
    std::optional<SharedReads> shared;  ///< only if vectors run along rows
};

/// The elements of a chain: in each step, the next `width` neighbours of the innermost loop, from `begin` on.
/// The last of `loops` is the number of steps; the others are the loops around it.
struct ChainElements {
    int width = 1;
    std::int64_t begin = 0;
    std::vector<std::int64_t> loops;
};

/// The sums over the stretches of one level.
struct ChainLevel {
    Halide::Func sum;
    Halide::RDom steps;  ///< undefined if the sum is one element
};

/// One chain of a tree, for the results of the loops `kept` (innermost first).
class Chain {
public:
    Chain(const CombiningTree& tree, const ChainElements& elements, const std::vector<Halide::Var>& kept);

    int width() const { return width_; }
    /// One lane, if lanes are combined only at the end.
    Halide::Expr lane(const Halide::Expr& lane, const std::vector<Halide::Expr>& kept) const;
    /// All lanes, if the chain combines them.
    Halide::Expr combined(const std::vector<Halide::Expr>& kept) const;
    /// Computes the chain inside a loop of `consumer`.
    void compute_at(const Halide::Func& consumer, const Halide::Var& loop, const LaneSchedule& schedule);

private:
    void schedule(ChainLevel& level, bool innermost, const LaneSchedule& how);

    int width_;
    bool along_rows_;
    std::vector<Halide::Var> kept_;
    std::function<Halide::Expr(const Halide::Expr& a, const Halide::Expr& b)> combine_;
    std::vector<ChainLevel> levels_;  ///< the last one reads elements, each other one the sums of the next
};

/// The chains of a tree, widest first.
std::vector<Chain> chains_of(const CombiningTree& tree, const std::vector<Halide::Var>& kept);

}  // namespace hlo2c::scheduler::halide
