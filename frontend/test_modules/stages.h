#pragma once

#include <vector>

#include "frontend/ir/program.h"
#include "frontend/processes/process_groups.h"

namespace hlo2c::frontend {

/// One process of a stage: its program, the values of the test that are its arguments (no_value for a token),
/// and the values that its results define, without tokens.
struct StageProcess {
    std::size_t program = 0;
    std::vector<ValueId> arguments, results;
};

/// Part of a test that runs as a unit: ops of its entry point on a grid of one process, or the processes of
/// an interpreter.run_parallel.
struct Stage {
    ProcessGrid grid;
    std::vector<Program> programs;        ///< the entry point of each is main
    std::vector<StageProcess> processes;  ///< by rank
    /// Programs without arguments whose results form the infeed of every process, in order.
    std::vector<std::size_t> infeed;
};

/// True if the entry point starts processes.
bool runs_parallel(const Program& program);

/// Splits the entry point before and after each interpreter.run_parallel. Stages pass on values of the entry
/// point, including its arguments; its results are the operands of its last op. Stages without results are
/// omitted. Error 0321: inconsistent tables of functions.
std::vector<Stage> split_at_parallel(const Program& program);

}  // namespace hlo2c::frontend
