#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "frontend/ir/keywords.h"
#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// The counter of a while loop: a scalar integer that the condition compares with a limit, and to which the
/// body adds a constant.
struct WhileCounter {
    std::size_t state = 0;  ///< number of the counter among the loop's values
    ComparisonDirection direction = ComparisonDirection::Lt;  ///< compares the counter with the limit
    ValueId limit{};
    ValueId next{};  ///< the body's value of the next iteration
    std::int64_t step = 1;
};

/// The sign of the second operand in the result of an op: 0 for ops that neither add nor subtract it.
int sign_of_second_operand(OpCode code);

/// The counter of the loop, if there is one. `constant` returns the value of an integer constant.
std::optional<WhileCounter> while_counter(
    const Function& function, const Op& loop,
    const std::function<std::optional<std::int64_t>(ValueId)>& constant);

/// The trip count of a loop whose counter starts at `first`, provided that its type holds every value that it
/// takes. Nothing if the loop never ends, or if the count does not fit in 64 bits.
std::optional<std::int64_t> trip_count(const WhileCounter& counter, std::int64_t first, std::int64_t limit);

}  // namespace hlo2c::frontend
