#pragma once

#include <Halide.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "frontend/ir/program.h"
#include "scheduler/halide/combining_tree.h"
#include "scheduler/halide/element_builder.h"

namespace hlo2c::scheduler::halide {

/// A reduction region that is one associative and commutative op of its two arguments, so that elements may
/// be combined in any order (the specification of reduce leaves the order open).
struct ReductionOperator {
    NodeKind kind = NodeKind::Add;         ///< Add, Multiply, Minimum, Maximum; And, Or of booleans
    ScalarKind element = ScalarKind::F32;  ///< of booleans: unsigned integers, 0 or 1
    bool is_boolean = false;

    /// "sum", "maximum", "any": name of what it makes of many elements.
    std::string name() const;
    /// A boolean as a number, and back; other elements stay.
    Halide::Expr number(const Halide::Expr& value) const;
    Halide::Expr value(const Halide::Expr& number) const;
    /// Combines with an opaque node, for sums kept in lanes.
    Halide::Expr combine(const Halide::Expr& a, const Halide::Expr& b) const;
    /// Combines with Halide's own operator, which Halide can turn into a horizontal VectorReduce.
    Halide::Expr combine_across_lanes(const Halide::Expr& a, const Halide::Expr& b) const;
    /// The neutral element: -0 for a sum of floats.
    Halide::Expr identity() const;
};

/// The tree that combines elements with `op`; the caller sets its loops and lanes.
CombiningTree tree_of(const ReductionOperator& op,
                      const std::function<Halide::Expr(const std::vector<Halide::Expr>& positions)>& element);

/// Defines `total` over the results `kept`: `initial` combined with the lanes of the chains, the shortest
/// chain first.
void combine_lanes(Halide::Func& total, const std::vector<Halide::Var>& kept, const Halide::Expr& initial,
                   const std::vector<Chain>& chains, const ReductionOperator& op);

/// The operator by which a region computes result number `result` from only its two arguments of that number.
/// nullopt for any other region, and for sums and products of narrow floats: each step rounds, so the
/// program's order must stay.
std::optional<ReductionOperator> reduction_operator(const LoweringContext& context, const frontend::Op& op,
                                                    std::size_t result = 0);

}  // namespace hlo2c::scheduler::halide
