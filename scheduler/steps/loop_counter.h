#pragma once

#include <optional>

#include "frontend/ir/while_counter.h"
#include "scheduler/steps/pending_steps.h"

namespace hlo2c::scheduler {

/// A loop with a scalar integer counter: while (counter < limit) { ...; counter += step; }. The limit is a
/// constant, or a value from outside of the loop.
struct PendingCounter : frontend::WhileCounter {
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
