#pragma once

#include <cstdint>
#include <filesystem>

#include "driver/batches/batch.h"
#include "driver/console.h"
#include "driver/report.h"
#include "frontend/random_programs/generator.h"

namespace hlo2c::driver {

/// A run of random programs through emitted C and through the evaluator.
struct DifferentialOptions {
    std::uint64_t seed = 1;
    std::uint64_t first = 0, count = 0;  ///< numbers of the programs
    std::vector<std::string> modes;      ///< names of build modes; empty for all
    std::filesystem::path failures;      ///< where programs that fail go, made small; "" for nowhere
    int jobs = 1;
    BatchOptions batch;
};

/// "gcc-O1", "gcc-O3", "clang", "scalar": how the emitted C is built; "cc", by the compiler that
/// `batch.build` names, where it is asked for. Built by gcc -O3 a program runs with 1, 2, 3, 4 and 7 threads,
/// which have to leave equal bits; in every mode with 1 and with those that `batch.build` names, where they
/// are more.
std::vector<std::string> build_mode_names();

/// Compares, shrinks what differs, and counts ops and element types. Exit code 3 where a program differs.
Report run_differential(DifferentialOptions options, Console& console);

/// The program with all that is needed to judge its execution: results of the evaluator, and how near each
/// one must come.
frontend::TestProgram judged_program(const frontend::random_programs::RandomProgram& random);

}  // namespace hlo2c::driver
