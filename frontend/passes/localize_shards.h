#pragma once

#include <optional>
#include <vector>

#include "frontend/ir/program.h"
#include "frontend/processes/sharding.h"

namespace hlo2c::frontend {

/// Which part of each argument and result of the entry point each rank holds: [tensor][rank]. `shapes` are
/// those of the whole tensors.
struct ProgramShards {
    std::vector<std::vector<Box>> inputs, results;
    std::vector<std::vector<std::int64_t>> input_shapes, result_shapes;
};

/// True for programs with regions that are written for one process out of many: sdy.manual_computation, or
/// what lies between @SPMDFullToShardShape and @SPMDShardToFullShape, or between @xla.sdy.GlobalToLocalShape
/// and @xla.sdy.LocalToGlobalShape.
bool has_manual_regions(const Program& program);

/// True where the entry point says of an argument or result that processes hold parts of it.
bool has_shardings(const Program& program, int ranks);

/// How whole arguments and results are cut for a program that is one process's already and says what its
/// arguments are parts of (`part_attribute`); nothing for any other. Where nothing is said of a result,
/// `results` is empty.
std::optional<ProgramShards> shards_of_parts(const Program& program, int ranks);

/// Turns a program with manual regions into the program of one process: arguments and results of the entry
/// point become the parts that a process holds, and the regions stand in its body. Around them values may
/// only be handed on, or be whole on every process. Fails with H0327 (unsupported) at an op that would have
/// to be cut by the compiler.
ProgramShards localize_shards(Program& program, int ranks);

}  // namespace hlo2c::frontend
