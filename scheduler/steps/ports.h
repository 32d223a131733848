#pragma once

#include <vector>

#include "frontend/ir/program.h"
#include "scheduler/plan.h"

namespace hlo2c::scheduler {

/// The arguments and results of a function as the library's caller sees them: C identifiers made from
/// argument locations, jax.result_info and names in the text; buffers are filled in later.
std::vector<Port> input_ports(const frontend::Program& program, const frontend::Function& function);
std::vector<Port> output_ports(const frontend::Function& function);

}  // namespace hlo2c::scheduler
