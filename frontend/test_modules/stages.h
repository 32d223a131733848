#pragma once

#include <vector>

#include "frontend/ir/program.h"
#include "frontend/processes/process_groups.h"

namespace hlo2c::frontend {

/// What a process of a stage runs: a program of the stage, with values of the test for its arguments
/// (no_value for a token), and the values that its results are, tokens left out.
struct StageProcess {
    std::size_t program = 0;
    std::vector<frontend::ValueId> arguments, results;
};

/// Part of a test that runs as one: ops of its entry point on a grid of one process, or the processes of an
/// interpreter.run_parallel.
struct Stage {
    frontend::ProcessGrid grid;
    std::vector<frontend::Program> programs;  ///< the entry point of each is main
    std::vector<StageProcess> processes;      ///< by rank
    /// Programs without arguments, in the order in which their results come in by infeed, to every process.
    std::vector<std::size_t> infeed;
};

/// True where the entry point runs processes of its own.
bool runs_parallel(const frontend::Program& program);

/// Cuts the entry point before and after each interpreter.run_parallel. What stages hand on are values of the
/// entry point, its arguments among them; its results are the operands of its last op. A stage that leaves
/// nothing is left out. Error 0321: tables of functions that do not fit.
std::vector<Stage> split_at_parallel(const frontend::Program& program);

}  // namespace hlo2c::frontend
