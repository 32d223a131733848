#pragma once

#include <optional>
#include <set>
#include <vector>

#include "frontend/accuracy/float_format.h"
#include "frontend/accuracy/op_run.h"

namespace hlo2c::frontend {

/// For each value that a reducer's region returns: the op that combines the two corresponding arguments, or
/// nullopt unless a single op does.
std::vector<std::optional<OpCode>> combining_ops(const Region& region);

/// True if a region computes floats instead of only selecting among its arguments.
bool computes_floats(const Function& function, const Region& region);

/// The values from outside of a region that its ops read.
std::set<ValueId> captured_values(const Region& region);

/// Widens the bounds of a select_and_scatter by the sources of those windows in which errors of the operand
/// may change the selected element.
void add_contested_sources(const OpRun& run, ElementBounds& bounds);

/// Operands of an addition, in f64: magnitudes of the terms, their error bounds (none if all are exact),
/// ones, whose sum counts the additions, and the finite terms.
struct AddedTerms {
    std::vector<Literal> magnitudes, bounds, ones, finite;
    std::optional<std::size_t> placing;  ///< the operand that only decides where terms go, if there is one
    double step = infinity;              ///< the largest power of two of which all finite terms are multiples
};
/// The operand `placing` stays as it is.
AddedTerms added_terms(const std::vector<Estimate>& operands,
                       std::optional<std::size_t> placing = std::nullopt);
ElementBounds added_bounds(const OtherRun& other, const Literal& reference, const AddedTerms& terms);

}  // namespace hlo2c::frontend
