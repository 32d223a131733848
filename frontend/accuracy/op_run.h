#pragma once

#include <functional>
#include <vector>

#include "frontend/accuracy/estimate.h"
#include "frontend/accuracy/other_types.h"
#include "frontend/accuracy/rules.h"

namespace hlo2c::frontend {

/// One op of the analysis: its operands as estimates, and the reference's results.
struct OpRun {
    OtherRun other;
    const AccuracyRule& rule;
    const std::vector<Estimate>& operands;
    const std::vector<Literal>& results;
    /// Runs the reference on other operand values of the same types, with the op's regions.
    std::function<std::vector<Literal>(const std::vector<Literal>& operands)> again;

    const Op& op() const { return other.op; }
};

/// The bounds of one result, per element; empty if all are 0. `own` is the share of a bound that the op
/// itself adds.
struct ElementBounds {
    std::vector<double> bounds, own;
    std::vector<bool> open_zeros = {};  ///< as in an estimate
};
// The bounds of each result, one function per kind of rule.
using ResultBounds = std::vector<ElementBounds>;
ResultBounds moved_bounds(const OpRun& run);
ResultBounds elementwise_bounds(const OpRun& run);
ResultBounds bitwise_bounds(const OpRun& run);
ResultBounds sum_bounds(const OpRun& run);
ResultBounds reduction_bounds(const OpRun& run);
/// Of a custom call that reduces windows whose sizes are operands.
ResultBounds dynamic_window_bounds(const OpRun& run);
ResultBounds probed_bounds(const OpRun& run);
ResultBounds sort_bounds(const OpRun& run);
ResultBounds normwise_bounds(const OpRun& run);
ResultBounds random_bounds(const OpRun& run);
ResultBounds backward_bounds(const OpRun& run);
ResultBounds batch_norm_bounds(const OpRun& run);

/// Bounds with all elements of all results undecided.
ResultBounds undecided_bounds(const OpRun& run);

/// Widens the bound of each element to its distance from `corner`, the results at a corner of the operands'
/// bounds. The distance is infinite if exactly one of the two is finite, if exactly one is NaN, or if they
/// are different infinities. Corners are in the result's type or in f64; they are rounded to the result's
/// type if that makes them infinite. If the two are zeros of different signs, the sign is open.
void widen(ElementBounds& bounds, const Literal& reference, const Literal& corner);

/// True for ops whose results depend on the type of their operands, beyond its precision.
bool depends_on_type(OpCode code);

/// Whether the signs of zeros in the results depend on more than the operands: on the order of a sum, or on
/// which of several equal elements is chosen. Zeros in the results of such an op may have either sign.
bool leaves_zeros_open(const OpRun& run);

}  // namespace hlo2c::frontend
