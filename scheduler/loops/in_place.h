#pragma once

#include <optional>

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// The nest without parameter `input`, whose elements it reads through parameter `output` instead; nullopt if
/// it could read an element after it has stored it. Either every read of the input is at the index that the
/// same statement then stores to, or the loops go through rows, of which each is read before it is stored.
/// `stores_once`: no element is stored twice, so that a statement may read what it then stores.
std::optional<LoopNest> made_in_place(const LoopNest& nest, int input, int output, bool stores_once);

}  // namespace hlo2c::scheduler
