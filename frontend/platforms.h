#pragma once

#include <string>
#include <vector>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Keeps with the program for which platforms it was exported, where a CPU is none of them.
void keep_platforms(Program& program, const std::vector<std::string>& platforms);

/// Those platforms; nothing for a program that was exported for a CPU, or does not say it.
std::vector<std::string> foreign_platforms(const Program& program);

}  // namespace hlo2c::frontend
