#pragma once

#include <string>
#include <vector>

#include "frontend/ir/opcode.h"

namespace hlo2c::frontend::random_programs {

/// An op that no rule makes, and why.
struct Uncovered {
    frontend::OpCode code;
    const char* reason;
};

/// Every op of the op table has a rule or is in here; those of checks and tests aside, what they need is
/// nothing that a program of one process computes.
const std::vector<Uncovered>& uncovered_ops();

/// "N of M ops have rules; without: ..." with the reasons.
std::string coverage_text();

}  // namespace hlo2c::frontend::random_programs
