#pragma once

#include <cstdint>

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// True for the strides along a loop at which a load fills a vector without gathering: its elements are
/// neighbours, or all iterations load one element.
constexpr bool is_unit_or_zero(std::int64_t stride) {
    return stride == 0 || stride == 1;
}

/// Turns elementwise loops that load neighbours in one loop and store neighbours in another into
/// transpositions of square blocks in vector registers. The remaining elements are still computed one by one.
LoopNest transpose_copies(const LoopNest& nest, int vector_bytes);

}  // namespace hlo2c::scheduler
