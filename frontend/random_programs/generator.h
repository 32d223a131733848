#pragma once

#include <cstdint>
#include <vector>

#include "frontend/ir/program.h"

namespace hlo2c::frontend::random_programs {

/// A well-typed program with arguments to run it on.
struct RandomProgram {
    Program program;
    std::vector<Literal> arguments;
};

/// Program `number` of the sequence for `seed`, the same on every machine. It contains random ops of the
/// table in rules.h, over any element types and shapes, and is verified. Every eighth one is large (see
/// large.h), every eighth one a chain of convolutions (convolution_chains.h).
RandomProgram random_program(std::uint64_t seed, std::uint64_t number);

}  // namespace hlo2c::frontend::random_programs
