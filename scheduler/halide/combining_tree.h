#pragma once

#include <Halide.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "scheduler/loops/loop_nest.h"
#include "scheduler/schedule/reduction_order.h"

namespace hlo2c::scheduler::halide {

/// How the elements of one result are combined, in what order.
struct CombiningTree {
    std::string sums;  ///< name of the sums of lanes, such as "partial_sum"
    ChainOrder order;
    bool rounds = false;  ///< the order matters, as for sums and products of floats
    /// True: lanes are neighbours in memory, vectors run along them, and they are combined only at the end.
    /// False: vectors run along the results, and the lanes are combined after each stretch.
    bool along_rows = false;
    /// The element at the given position in each loop, alone and combined with a sum.
    std::function<Halide::Expr(const std::vector<Halide::Expr>& positions)> element;
    std::function<Halide::Expr(const Halide::Expr& sum, const std::vector<Halide::Expr>& positions)>
        accumulate;
    std::function<Halide::Expr(const Halide::Expr& a, const Halide::Expr& b)> combine;
    Halide::Expr identity;  ///< with which each lane begins
};

/// Makes the tree one lane that begins with `initial`, if so few elements are combined in sequence.
bool take_sequence(CombiningTree& tree, const Halide::Expr& initial);
/// Sets the tree's lanes for rows of elements of `kind`.
void take_rows(CombiningTree& tree, ScalarKind kind);

/// A kept loop whose iterations are computed together, because they read some of the same elements.
struct SharedReads {
    Halide::Var loop;
    int results = 1;
};

/// `initial` combined with all elements of a single short loop, as one expression in the order of the chains.
Halide::Expr combined_elements(const CombiningTree& tree, const Halide::Expr& initial);

/// How the lanes of a chain become vectors.
struct LaneSchedule {
    int vector_lanes = 1;  ///< widest vector
    int results =
        1;  ///< positions of the first kept loop that are computed together, if vectors run along it
    std::optional<SharedReads> shared;  ///< only if vectors run along rows
};

/// The terms of one sum of a level.
struct LevelTerms {
    Halide::RDom domain;
    std::vector<Halide::Expr> steps;      ///< of each part of the level
    std::vector<Halide::Expr> positions;  ///< in each loop
};

/// The positions, advanced by `steps` of each part of a level.
std::vector<Halide::Expr> advanced(std::vector<Halide::Expr> positions, const ChainParts& parts,
                                   const std::vector<Halide::Expr>& steps);

/// The terms of a sum from `begin` on, in loops of the given extents.
LevelTerms terms_of(const ChainParts& parts, const std::vector<std::int64_t>& extents,
                    const std::vector<Halide::Expr>& begin);

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
