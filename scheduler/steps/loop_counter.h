#pragma once

#include <optional>

#include "scheduler/steps/pending_steps.h"

namespace hlo2c::scheduler {

/// A loop that a scalar integer counts: while (counter < limit) { ...; counter += step; }.
struct PendingCounter {
    std::size_t state = 0;      ///< number of the counter among the loop's values
    std::string comparison;     ///< "<", "<=", ">", ">=" or "!="
    frontend::ValueId limit{};  ///< a constant, or a value from outside of the loop
    std::int64_t step = 1;
    std::optional<std::int64_t> first;  ///< the first value where it is a constant, and `last` the limit
    std::optional<std::int64_t> last;
    std::int64_t trip_count = -1;  ///< where first and last are known
    std::size_t increment = 0;     ///< number of the body's step that computes the next value
};

/// Nothing where the condition does more than to compare, where the next value is of any other use, and where
/// C's arithmetic might overflow.
std::optional<PendingCounter> loop_counter(const frontend::Function& function, const PendingFunction& pending,
                                           const PendingStep& loop);

}  // namespace hlo2c::scheduler
