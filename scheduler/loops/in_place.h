#pragma once

#include <optional>

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// The nest without parameter `input`, whose elements it reads through parameter `output` instead. This is
/// possible if every read of the input is at the index that the same statement then stores to; otherwise
/// nullopt.
std::optional<LoopNest> made_in_place(const LoopNest& nest, int input, int output);

}  // namespace hlo2c::scheduler
