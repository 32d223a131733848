#pragma once

#include "frontend/ir/program.h"
#include "frontend/partition/program_shards.h"

namespace hlo2c::frontend {

/// True for programs with manual regions, which are written for one of many processes: the body of an
/// sdy.manual_computation, or the ops between @SPMDFullToShardShape and @SPMDShardToFullShape, or between
/// @xla.sdy.GlobalToLocalShape and @xla.sdy.LocalToGlobalShape.
bool has_manual_regions(const Program& program);

/// True if the program states that a tensor is sharded across processes.
bool has_shardings(const Program& program, int ranks);

/// Turns a program with shardings into the program of one of `ranks` processes: arguments and results of the
/// entry point become the parts that a process holds, ops work on parts and exchange them by collectives, and
/// manual regions are inlined. Shardings that the program leaves open are chosen by propagation; a dimension
/// is cut only into parts of equal size. Fails with H0325 on malformed shardings and with H0327 (unsupported)
/// at an op that several processes cannot run for one, or a sharding that no list of mesh axes expresses.
ProgramShards partition(Program& program, int ranks);

}  // namespace hlo2c::frontend
