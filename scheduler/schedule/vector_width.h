#pragma once

#include <cstdint>

#include "scheduler/loops/loop_nest.h"
#include "scheduler/target/target.h"

namespace hlo2c::scheduler {

/// Largest power of two that is at most `limit` and at most `extent`.
int vector_width(std::int64_t extent, int limit);
/// The width for a loop that stores each of its elements once: it divides the extent of a short loop. A
/// longer loop keeps wide vectors, of which the last one overlaps the one before it.
int whole_vector_width(std::int64_t extent, int limit);
/// Lanes of the native register for elements of a kind.
int native_lanes(const Target& target, ScalarKind kind);

}  // namespace hlo2c::scheduler
