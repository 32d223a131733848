#pragma once

#include <functional>
#include <vector>

#include "frontend/accuracy/estimate.h"
#include "frontend/accuracy/other_types.h"
#include "frontend/accuracy/rules.h"

namespace hlo2c::frontend {

/// One op of a run with estimates: its operands, and the reference's results.
struct OpRun {
    OtherRun other;
    const AccuracyRule& rule;
    const std::vector<Estimate>& operands;
    const std::vector<Literal>& results;
    /// The reference on other values of the operands, in their own types, with the regions of the op.
    std::function<std::vector<Literal>(const std::vector<Literal>& operands)> again;

    const Op& op() const { return other.op; }
};

/// Of one result, by element; empty where all are 0. `own` is the part of a bound that the op itself adds.
struct ElementBounds {
    std::vector<double> bounds, own;
};
// The bounds of each result, by the kind of the op's rule.
using ResultBounds = std::vector<ElementBounds>;
ResultBounds moved_bounds(const OpRun& run);
ResultBounds elementwise_bounds(const OpRun& run);
ResultBounds bitwise_bounds(const OpRun& run);
ResultBounds sum_bounds(const OpRun& run);
ResultBounds reduction_bounds(const OpRun& run);
ResultBounds probed_bounds(const OpRun& run);
ResultBounds normwise_bounds(const OpRun& run);
ResultBounds batch_norm_bounds(const OpRun& run);

/// All elements of all results are undecided.
ResultBounds undecided_bounds(const OpRun& run);

/// The farthest that a corner is from the reference, element by element: infinite where one is finite and the
/// other is not, or where two infinities or NaN and a number meet. Corners are in the result's type or in
/// f64, and are rounded to the result's type where that makes them infinite.
void widen(std::vector<double>& bounds, const Literal& reference, const Literal& corner);

}  // namespace hlo2c::frontend
