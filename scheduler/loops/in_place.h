#pragma once

#include <optional>

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// The nest with parameter `input` dropped and read through parameter `output` instead, where that is the
/// same: every read of the input is at the index that the same statement then stores to. Nothing otherwise.
std::optional<LoopNest> made_in_place(const LoopNest& nest, int input, int output);

}  // namespace hlo2c::scheduler
