#pragma once

#include <cstdint>

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

enum class Invariants : std::uint8_t {
    /// Parts of indices, bounds and conditions that depend on elements of read-only buffers: the clamped
    /// start of a dynamic slice.
    Elements,
    Divisions,  ///< index arithmetic with divisions: where a row of a tile starts
    Reals,      ///< floats computed from locals: the mean of a row
};

/// Computes scalars of one sort before the outermost loop that does not change them, and names them; reals
/// that statements compute more than once as well, where their operands have got their values.
LoopNest hoist_invariants(const LoopNest& nest, Invariants sort);

}  // namespace hlo2c::scheduler
