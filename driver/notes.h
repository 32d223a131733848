#pragma once

#include <string>
#include <vector>

#include "frontend/ir/program.h"
#include "scheduler/plan.h"

namespace hlo2c::driver {

/// What the caller of a library has to bring along, or ought to know of the program, although it compiles:
/// one sentence each. `library` is its name.
std::vector<std::string> notes_of(const frontend::Program& program, const scheduler::Plan& plan,
                                  const std::string& library);

}  // namespace hlo2c::driver
