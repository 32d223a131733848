#pragma once

#include <optional>

#include "scheduler/steps/pending_steps.h"

namespace hlo2c::scheduler {

/// A loop with a scalar integer counter: while (counter < limit) { ...; counter += step; }.
struct PendingCounter {
    std::size_t state = 0;      ///< number of the counter among the loop's values
    std::string comparison;     ///< "<", "<=", ">", ">=" or "!="
    frontend::ValueId limit{};  ///< a constant, or a value from outside of the loop
    std::int64_t step = 1;
    std::optional<std::int64_t> first;  ///< the initial value, and `last` the limit, if constant
    std::optional<std::int64_t> last;
    std::int64_t trip_count = -1;  ///< -1 unless `first` and `last` are known
    std::size_t increment = 0;     ///< number of the body's step that computes the next value
};

/// The counter of `loop`; nullopt if the condition does more than compare, if the incremented value has
/// another use, or if C arithmetic might overflow.
std::optional<PendingCounter> loop_counter(const frontend::Function& function, const PendingFunction& pending,
                                           const PendingStep& loop);

}  // namespace hlo2c::scheduler
