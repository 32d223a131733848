#pragma once

#include <string>
#include <vector>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Records the platforms that the program was exported for, unless a CPU is among them.
void keep_platforms(Program& program, const std::vector<std::string>& platforms);

/// The recorded platforms; empty for a program that was exported for a CPU or does not name its platforms.
std::vector<std::string> foreign_platforms(const Program& program);

/// A sentence for whoever runs the program, if it has such platforms; else "".
std::string platform_note(const Program& program);

}  // namespace hlo2c::frontend
