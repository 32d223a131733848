#pragma once

#include <span>
#include <vector>

#include "frontend/accuracy/estimate.h"
#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Runs the entry point as `evaluate` does, and says of each element of each result how far a right execution
/// may be from it: one that rounds every op of the program as it is written, adds in any order within the
/// promised error, and has the promised math functions. What the program decides on is followed as the
/// reference decides; where an error might have decided otherwise, what comes of it is undecided. Tokens are
/// left out.
std::vector<Estimate> estimate(const Program& program, std::span<const Literal> arguments);

}  // namespace hlo2c::frontend
