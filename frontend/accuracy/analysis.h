#pragma once

#include <cstdint>
#include <optional>
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

/// The same, or nothing where the program's loops run more than so many turns in all.
std::optional<std::vector<Estimate>> estimate_within(const Program& program,
                                                     std::span<const Literal> arguments,
                                                     std::int64_t most_turns);

}  // namespace hlo2c::frontend
