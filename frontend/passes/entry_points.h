#pragma once

#include <string>
#include <vector>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Names of the public functions that no other function refers to, in program order: the possible entry
/// points.
std::vector<std::string> entry_points(const Program& program);

/// Makes the function `name`, which must exist, the program's entry point; all others become private.
void select_entry_point(Program& program, const std::string& name);

}  // namespace hlo2c::frontend
