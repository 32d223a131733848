#pragma once

#include <map>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// A program and the arguments that were recorded with it, by the number of the argument. Only HloSnapshot
/// records any.
struct RecordedProgram {
    Program program;
    std::map<int, Literal> arguments;
};

}  // namespace hlo2c::frontend
