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

/// True for programs with manual regions, which are written for one of many processes: the body of an
/// sdy.manual_computation, or the ops between @SPMDFullToShardShape and @SPMDShardToFullShape, or between
/// @xla.sdy.GlobalToLocalShape and @xla.sdy.LocalToGlobalShape.
bool has_manual_regions(const Program& program);

/// True if the entry point declares an argument or result as sharded across processes.
bool has_shardings(const Program& program, int ranks);

/// Shards of a program that is already written for one process, whose arguments declare the whole tensors
/// that they are parts of (`part_attribute`); nothing for any other program. `results` is empty unless every
/// result declares its sharding.
std::optional<ProgramShards> shards_of_parts(const Program& program, int ranks);

/// Turns a program with manual regions into the program of one process: arguments and results of the entry
/// point become the parts that a process holds, and the regions are inlined into its body. Outside the
/// regions, values may only be passed on, or must be whole on every process. Fails with H0327 (unsupported)
/// at an op that the compiler would have to partition.
ProgramShards localize_shards(Program& program, int ranks);

}  // namespace hlo2c::frontend
