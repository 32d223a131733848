#pragma once

#include <span>
#include <vector>

#include "frontend/evaluate/interpreter.h"
#include "frontend/processes/process_groups.h"

namespace hlo2c::frontend {

/// One process of a grid: the function that it runs, what it is called with, and the arrays that come in by
/// infeed, which each infeed op takes its results from.
struct ProcessTask {
    const Function* function = nullptr;
    std::vector<Datum> arguments;
    std::vector<Literal> infeed;
};

/// What a process leaves: the values its function returned, and the arrays it sent out by outfeed.
struct ProcessResult {
    std::vector<Datum> results;
    std::vector<Literal> outfeed;
};

/// Arrays of each process that come in by infeed, and those that went out by outfeed.
struct Feeds {
    std::vector<std::vector<Literal>> infeed;  ///< by rank; empty: none
    std::vector<std::vector<Literal>> outfeed;
};

/// Runs one task per process of the grid, in the order of ranks, all at the same time: collectives, sends and
/// receives bring them together. Rank r is process (r / partitions, r % partitions). The error of the first
/// process that fails is the error of all. Error 0321: processes that wait for each other for ever.
std::vector<ProcessResult> run_processes(const Program& program, ProcessGrid grid,
                                         std::vector<ProcessTask> tasks);

/// Runs the entry point on every process of the grid, each with its arguments; tensors only.
std::vector<std::vector<Literal>> evaluate(const Program& program, ProcessGrid grid,
                                           std::span<const std::vector<Literal>> arguments,
                                           Feeds* feeds = nullptr);

}  // namespace hlo2c::frontend
