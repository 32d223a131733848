#pragma once

#include <nlohmann/json_fwd.hpp>

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// The parameters, the nodes in their order, and the number of the body's node. Operands are numbers of
/// nodes.
nlohmann::ordered_json json_of(const LoopNest& nest);

}  // namespace hlo2c::scheduler
