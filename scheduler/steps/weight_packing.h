#pragma once

#include <vector>

#include "frontend/ir/literal.h"
#include "scheduler/halide/kernel_arguments.h"

namespace hlo2c::scheduler {

/// The bytes of a constant in the order a kernel reads them, or of its transformed windows.
std::vector<std::byte> pack(const frontend::Literal& literal, const PackedWeight& packed);

}  // namespace hlo2c::scheduler
