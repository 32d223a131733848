#pragma once

#include <optional>
#include <vector>

#include "frontend/accuracy/op_run.h"

namespace hlo2c::frontend {

/// Per value that a reducer's region returns: the op that combines the two arguments of its number, where it
/// is one op and nothing else.
std::vector<std::optional<OpCode>> combining_ops(const Region& region);

/// Whether a region computes floats, rather than choosing among those it is given.
bool computes_floats(const Function& function, const Region& region);

/// Operands of an op that adds, in f64: what is added, and beside it how far it may be off (none where all is
/// exact), ones to count additions, and the terms that are finite.
struct AddedTerms {
    std::vector<Literal> magnitudes, bounds, ones, finite;
};
AddedTerms added_terms(const std::vector<Estimate>& operands);
ElementBounds added_bounds(const OtherRun& other, const Literal& reference, const AddedTerms& terms);

}  // namespace hlo2c::frontend
