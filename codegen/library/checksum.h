#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "scheduler/plan.h"

namespace hlo2c::codegen {

/// XXH64 with seed 0.
std::uint64_t xxh64(std::span<const std::byte> data);
/// The weights of `plan` at their offsets, zeros between them.
std::string weights_payload(const scheduler::Plan& plan);
/// XXH64 of that.
std::uint64_t weights_checksum(const scheduler::Plan& plan);

}  // namespace hlo2c::codegen
