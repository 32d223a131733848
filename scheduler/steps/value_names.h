#pragma once

#include <string>

#include "scheduler/program_names.h"

namespace hlo2c::scheduler {

/// What the program calls a constant, as a part of a C identifier: "params_Conv_0_kernel" for an argument
/// that was bound, "BatchNorm_0_mul" for a value that was computed ahead. Empty if it has no name that says
/// anything.
std::string weight_name(const frontend::Program& program, const Op& constant);

/// A part of a model, without the name of the whole model, as a part of a C identifier: "h_0_attn" of
/// "Net/h_0/attn".
std::string name_of_scope(const std::string& scope);

}  // namespace hlo2c::scheduler
