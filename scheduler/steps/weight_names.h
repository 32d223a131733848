#pragma once

#include <string>

#include "scheduler/program_names.h"

namespace hlo2c::scheduler {

/// What the program calls a constant, as a part of a C identifier: "params_Conv_0_kernel" for an argument
/// that was bound, "BatchNorm_0_mul" for a value that was computed ahead. Empty if it has no name that says
/// anything.
std::string weight_name(const frontend::Program& program, const Op& constant);

}  // namespace hlo2c::scheduler
