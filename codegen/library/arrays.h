#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "codegen/text/writer.h"
#include "scheduler/loops/loop_nest.h"

namespace hlo2c::codegen {

/// Writes `data` (little-endian elements of `element`) as the rows of a C initialiser that keeps every bit:
/// decimal for integers, hexadecimal bits for floats.
void write_values(Writer& writer, std::span<const std::byte> data, scheduler::ScalarKind element);
/// C type of those values: uint32_t for f32, uint64_t for f64, else the element's own.
std::string value_type(scheduler::ScalarKind element);

}  // namespace hlo2c::codegen
