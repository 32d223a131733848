#pragma once

#include <Halide.h>

#include <optional>

#include "frontend/ir/program.h"
#include "scheduler/halide/element_builder.h"

namespace hlo2c::scheduler::halide {

/// A reduction region that is one associative and commutative op of its two arguments, so that elements may
/// be combined in any order (the order is open by the specification of reduce).
struct ReductionOperator {
    NodeKind kind = NodeKind::Add;  ///< Add, Multiply, Minimum, Maximum, And, Or, Xor
    ScalarKind element = ScalarKind::F32;

    /// Combines with an opaque node, for sums kept in lanes.
    Halide::Expr combine(const Halide::Expr& a, const Halide::Expr& b) const;
    /// Combines with Halide's own operator, which Halide can turn into a horizontal VectorReduce.
    Halide::Expr combine_across_lanes(const Halide::Expr& a, const Halide::Expr& b) const;
    bool has_lane_form() const { return kind != NodeKind::Xor; }
    /// The value that changes nothing: -0 for a sum of floats.
    Halide::Expr identity() const;
};

/// The operator of a region, or nothing for any other region.
std::optional<ReductionOperator> reduction_operator(const LoweringContext& context, const frontend::Op& op);

}  // namespace hlo2c::scheduler::halide
