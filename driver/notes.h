#pragma once

#include <string>
#include <vector>

#include "frontend/ir/program.h"
#include "scheduler/plan.h"

namespace hlo2c::driver {

/// Notes about what the caller of a library must provide or should know, one sentence each. `library` is its
/// name.
std::vector<std::string> notes_of(const frontend::Program& program, const scheduler::Plan& plan,
                                  const std::string& library);

}  // namespace hlo2c::driver
