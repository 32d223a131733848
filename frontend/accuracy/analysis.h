#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "frontend/accuracy/estimate.h"
#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Runs the entry point as `evaluate` does, and estimates for each result element how far a correct execution
/// may be from it. A correct execution rounds each op of the program as written, adds in any order within the
/// documented error, and has math functions of the documented accuracy. The analysis decides comparisons,
/// branches and selections as the reference does; values are undecided if they depend on a decision that an
/// error could change. Tokens are omitted.
std::vector<Estimate> estimate(const Program& program, std::span<const Literal> arguments);

/// The same, or nothing if the program's loops run more than `most_turns` iterations in total.
std::optional<std::vector<Estimate>> estimate_within(const Program& program,
                                                     std::span<const Literal> arguments,
                                                     std::int64_t most_turns);

}  // namespace hlo2c::frontend
