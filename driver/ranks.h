#pragma once

#include <optional>
#include <string>
#include <vector>

#include "driver/load_program.h"
#include "driver/options.h"
#include "driver/report.h"
#include "frontend/partition/partition.h"

namespace hlo2c::driver {

/// A program for each of its processes, and how whole tensors are divided among them.
struct RankedProgram {
    LoadedProgram loaded;
    frontend::ProcessGrid grid;
    std::optional<frontend::ProgramShards> shards;  ///< nothing: every process gets whole tensors
};

/// Derives the program of one process, for verbs that execute nothing (the step "shards"): of a program with
/// manual regions, one of as many as it is written for; else one of `ranks`. Errors as for `prepare_ranks`.
void prepare_process(LoadedProgram& loaded, int ranks, const frontend::Observer& observer = {});

/// True for programs that communicate with other processes or use feeds.
bool has_process_ops(const frontend::Program& program);
/// True for such a program, and for options that concern ranks, even if they ask for one rank only.
bool needs_ranks(const frontend::Program& program, const RankOptions& options);
/// Fails with H0639 (unsupported) for such a program; used by verbs that run one process.
void require_single_process(const LoadedProgram& loaded);

/// Finds the grid, and derives the program of one process from a program with manual regions or shardings,
/// which is partitioned if it is written for this number of processes (the step "shards"). Errors: H0638
/// (--shardings), H0639 (one rank for a program that is written for several), H0326, H0327.
RankedProgram prepare_ranks(LoadedProgram loaded, const RankOptions& options,
                            const frontend::Observer& observer = {});

/// The arguments of every rank: from the subfolders rank0, rank1, ..., or cut from whole arrays.
std::vector<std::vector<frontend::Literal>> load_rank_arguments(const RankedProgram& program,
                                                                const ArgumentOptions& given);

/// Reports the results of all ranks as report_results does. Compares them rank by rank with --expect, which
/// has folders rank0, ... or whole arrays that are cut like the results. Writes them to --out in the form
/// that the arguments have in `given`.
Report report_rank_results(const RankedProgram& program,
                           const std::vector<std::vector<frontend::Literal>>& results,
                           const ArgumentOptions& given, const ResultOptions& options);

}  // namespace hlo2c::driver
