#pragma once

#include <optional>
#include <vector>

#include "frontend/data/check.h"
#include "frontend/ir/program.h"

namespace hlo2c::driver {

/// How near two right executions of a program come in one value.
enum class Accuracy : std::uint8_t {
    Verbatim,  ///< the same bits
    Exact,     ///< the same numbers: the bits of a NaN may differ
    Close,     ///< some units in the last place, element by element
    Loose,     ///< near compared with the largest number on the way: sums in any order, errors that add up
};

/// What is known of a value for its comparison.
struct ValueAccuracy {
    Accuracy accuracy = Accuracy::Verbatim;
    double relative = 0;  ///< of a loose value: the tolerance of the coarsest type on the way ...
    double scale = 0;  ///< ... compared with this, the largest finite number on the way, inside of sums too
    std::uint64_t ulp = 0;   ///< of a close value, where more than usual
    bool overflows = false;  ///< something on the way is not finite, or nearly: sums may end anywhere
};

/// The accuracy of an op's results from that of its operands, `accuracies` by value. Types of results must be
/// known.
Accuracy accuracy_of(const frontend::Program& program, const frontend::Function& function,
                     const frontend::Op& op, std::vector<Accuracy>& accuracies);

/// Whether the op may have operands as inaccurate as `accuracy`: where a small error can become a large one,
/// as in comparisons, it may not.
bool tolerates(const frontend::Function& function, const frontend::Op& op, Accuracy accuracy);

/// Of each value that the main function computes outside of regions, given the literals of those values.
std::vector<ValueAccuracy> value_accuracies(const frontend::Program& program,
                                            const std::vector<frontend::Literal>& literals);

/// How a value is compared; nothing where it overflows on a way that is not exact.
std::optional<frontend::Check> check_of(const frontend::TensorType& type, const ValueAccuracy& accuracy);

}  // namespace hlo2c::driver
