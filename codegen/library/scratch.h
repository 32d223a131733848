#pragma once

#include <nlohmann/json.hpp>

#include "scheduler/plan.h"

namespace hlo2c::codegen {

/// The scratch of a kernel for NAME.json: bytes in all and per slot, each array, and what it is for; null for
/// a kernel without scratch.
nlohmann::ordered_json scratch_json(const scheduler::Kernel& kernel);

}  // namespace hlo2c::codegen
