#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "scheduler/plan.h"

namespace hlo2c::codegen {

/// The weights of `plan` at their offsets, zeros between them.
std::vector<frontend::SharedBytes> weights_payload(const scheduler::Plan& plan);
/// XXH64 of these bytes one after another, with seed 0.
std::uint64_t xxh64(const std::vector<frontend::SharedBytes>& parts);

}  // namespace hlo2c::codegen
