#pragma once

#include <optional>
#include <vector>

#include "frontend/ir/program.h"
#include "frontend/processes/sharding.h"

namespace hlo2c::frontend {

/// The part of each argument and result of the entry point that each rank holds, by [tensor][rank]. The
/// shapes are those of the whole tensors.
struct ProgramShards {
    std::vector<std::vector<Box>> inputs, results;
    std::vector<std::vector<std::int64_t>> input_shapes, result_shapes;
};

/// Shards of a program that is already written for one process, whose arguments declare the whole tensors
/// that they are parts of (`part_attribute`); nothing for any other program. `results` is empty unless every
/// result declares its sharding.
std::optional<ProgramShards> shards_of_parts(const Program& program, int ranks);

}  // namespace hlo2c::frontend
