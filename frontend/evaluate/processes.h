#pragma once

#include <span>
#include <vector>

#include "frontend/evaluate/interpreter.h"
#include "frontend/processes/process_groups.h"

namespace hlo2c::frontend {

/// One process of a grid: its function, its arguments, and the queue from which its infeed ops take arrays.
struct ProcessTask {
    const Function* function = nullptr;
    std::vector<Datum> arguments;
    std::vector<Literal> infeed;
};

/// The outcome of a process: the values its function returned, and the arrays it sent by outfeed.
struct ProcessResult {
    std::vector<Datum> results;
    std::vector<Literal> outfeed;
};

/// The infeed and outfeed arrays of each process. Evaluation removes the infeed arrays that it reads.
struct Feeds {
    std::vector<std::vector<Literal>> infeed;  ///< by rank; empty: no infeed
    std::vector<std::vector<Literal>> outfeed;
};

/// Runs one task per process of the grid, in rank order, all concurrently; they synchronise in collectives,
/// sends and receives. Rank r is process (r / partitions, r % partitions). If processes fail, the error of
/// the lowest failing rank is thrown. Error 0321: a deadlock.
std::vector<ProcessResult> run_processes(const Program& program, ProcessGrid grid,
                                         std::vector<ProcessTask> tasks);

/// Runs the entry point on every process of the grid, each with its own arguments, which must be tensors.
std::vector<std::vector<Literal>> evaluate(const Program& program, ProcessGrid grid,
                                           std::span<const std::vector<Literal>> arguments,
                                           Feeds* feeds = nullptr);

}  // namespace hlo2c::frontend
