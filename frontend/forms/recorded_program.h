#pragma once

#include <map>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// A program and the arguments recorded with it, by position. Only HLO snapshots record any.
struct RecordedProgram {
    Program program;
    std::map<int, Literal> arguments;
};

}  // namespace hlo2c::frontend
