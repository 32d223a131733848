#pragma once

#include <vector>

#include "frontend/ir/program.h"

namespace hlo2c::frontend::random_programs {

/// How near two right executions of a program come in one value.
enum class Accuracy : std::uint8_t {
    Verbatim,  ///< the same bits
    Exact,     ///< the same numbers: the bits of a NaN may differ
    Close,     ///< some units in the last place, element by element
    Loose,     ///< near compared with the largest number on the way: sums in any order, errors that add up
};

/// The accuracy of an op's results from that of its operands, `accuracies` by value. Types of results must be
/// known.
Accuracy accuracy_of(const frontend::Program& program, const frontend::Function& function,
                     const frontend::Op& op, std::vector<Accuracy>& accuracies);

/// Whether the op may have operands as inaccurate as `accuracy`: where a small error can become a large one,
/// as in comparisons, it may not.
bool tolerates(const frontend::Function& function, const frontend::Op& op, Accuracy accuracy);

}  // namespace hlo2c::frontend::random_programs
