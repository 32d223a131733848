#pragma once

#include <cstdint>

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// True for rows of as many elements as `load_columns` separates. Shorter rows have loads of their own
/// (`load_every2`); longer ones leave too few registers.
constexpr bool are_separable(std::int64_t columns) {
    return columns == 8 || columns == 16;
}

/// Loads the columns of short rows as whole vectors of neighbours and separates them by shuffles, where a
/// statement reads all columns, each with every n-th element in a vector.
LoopNest load_columns(const LoopNest& nest);

}  // namespace hlo2c::scheduler
