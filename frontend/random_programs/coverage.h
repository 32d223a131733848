#pragma once

#include <string>
#include <vector>

#include "frontend/ir/opcode.h"

namespace hlo2c::frontend::random_programs {

/// An op without a rule, and the reason.
struct Uncovered {
    OpCode code;
    const char* reason;
};

/// Every op has a rule or an entry here. Apart from ops of checks and tests, the entries need something that
/// a program of one process cannot provide.
const std::vector<Uncovered>& uncovered_ops();

/// "N of M ops have rules; without: ..." with the reasons.
std::string coverage_text();

}  // namespace hlo2c::frontend::random_programs
