#pragma once

#include <cstdint>
#include <optional>

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// The value of index arithmetic on known numbers; nullopt for other operations, if the value does not fit
/// into 64 bits, and for divisors that are not positive.
std::optional<std::int64_t> index_value(NodeKind kind, std::int64_t a, std::int64_t b);

}  // namespace hlo2c::scheduler
