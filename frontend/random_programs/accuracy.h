#pragma once

#include <vector>

#include "frontend/ir/program.h"

namespace hlo2c::frontend::random_programs {

/// How closely two correct executions of a program agree in one value.
enum class Accuracy : std::uint8_t {
    Verbatim,  ///< the same bits
    Exact,     ///< the same numbers: the bits of a NaN may differ
    Close,     ///< some units in the last place, element by element
    Loose,     ///< close relative to the largest intermediate number: sums in any order, accumulated errors
};

/// The accuracy of an op's results, given those of its operands (`accuracies`, by value). Result types must
/// be known.
Accuracy accuracy_of(const Program& program, const Function& function, const Op& op,
                     std::vector<Accuracy>& accuracies);

/// Whether the op tolerates operands of this accuracy. It does not if it can turn a small error into a large
/// one, as comparisons do.
bool tolerates(const Function& function, const Op& op, Accuracy accuracy);

}  // namespace hlo2c::frontend::random_programs
