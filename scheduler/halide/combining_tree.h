#pragma once

#include <Halide.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler::halide {

/// In what order the elements of one result are combined. It follows from extents and types alone, never from
/// the machine, so that every target and every schedule gives the same bits.
///
/// Element i of the innermost loop belongs to lane i % lanes; each lane is a chain over the steps i / lanes
/// and the loops around. Chains are cut into stretches of `longest_stretch` steps whose results are chains
/// again. Lanes are combined by halves: i with i + lanes / 2, and so on. What the lanes leave over is a chain
/// of half the lanes, a quarter, and so on, where it has room for them.
struct CombiningTree {
    std::vector<std::int64_t> extents;  ///< loops over the elements, outermost first
    int lanes = 1;                      ///< a power of two
    int narrowest = 1;  ///< chains of fewer lanes than this are one lane that walks all their elements
    /// Lanes are neighbours in memory, vectors run along them, and they stay apart to the end. Otherwise
    /// vectors run along the results, and the lanes are combined after each stretch.
    bool along_rows = false;
    /// The element at a position in each loop, alone and combined with a sum.
    std::function<Halide::Expr(const std::vector<Halide::Expr>& positions)> element;
    std::function<Halide::Expr(const Halide::Expr& sum, const std::vector<Halide::Expr>& positions)>
        accumulate;
    std::function<Halide::Expr(const Halide::Expr& a, const Halide::Expr& b)> combine;
    Halide::Expr identity;
};

/// Steps of one lane that are combined before their result joins another chain.
inline constexpr std::int64_t longest_stretch = 64;
/// Loops over neighbours in memory that are shorter than this are not worth lanes along them.
inline constexpr std::int64_t shortest_row = 16;
/// Gives the tree the lanes for rows of elements of `kind`.
void take_rows(CombiningTree& tree, ScalarKind kind);
/// Lanes of a tree whose lanes are rows of the operand, with results side by side in memory.
inline constexpr int column_lanes = 4;

/// The positions of a kept loop are computed together, because they read some elements in common.
struct SharedReads {
    Halide::Var loop;
    int results = 1;
};

/// How the lanes of a chain become vectors.
struct LaneSchedule {
    int vector_lanes = 1;  ///< widest vector
    int results = 1;       ///< positions of the first kept loop at one time, where vectors run along it
    std::optional<SharedReads> shared;  ///< where vectors run along rows
};

/// Which elements a chain takes: `width` neighbours of the innermost loop from `begin` on, then the next
/// `width`, for as many steps as the last of `loops` says; the others are the loops around.
struct ChainElements {
    int width = 1;
    std::int64_t begin = 0;
    std::vector<std::int64_t> loops;
};

/// The sums over the stretches of one length.
struct ChainLevel {
    Halide::Func sum;
    Halide::RDom steps;  ///< undefined where the sum is one element
};

/// One chain of a tree, for the results of the loops `kept` (innermost first).
class Chain {
public:
    Chain(const CombiningTree& tree, const ChainElements& elements, const std::vector<Halide::Var>& kept);

    int width() const { return width_; }
    /// Sums that live at one time for one result.
    int sums() const;
    /// A lane, where lanes stay apart.
    Halide::Expr lane(const Halide::Expr& lane, const std::vector<Halide::Expr>& kept) const;
    /// All lanes together, where they are combined.
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
