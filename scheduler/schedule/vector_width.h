#pragma once

#include <cstdint>

#include "scheduler/loops/loop_nest.h"
#include "scheduler/target/target.h"

namespace hlo2c::scheduler {

/// Largest power of two that is at most `limit` and at most `extent`.
int vector_width(std::int64_t extent, int limit);
/// Lanes of the native register for elements of a kind.
int native_lanes(const Target& target, ScalarKind kind);

}  // namespace hlo2c::scheduler
