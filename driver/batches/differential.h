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
    std::filesystem::path failures;      ///< folder for shrunk programs that fail; "": they are not stored
    int jobs = 1;
    BatchOptions batch;
};

/// The ways to build the emitted C: "gcc-O1", "gcc-O3", "clang", "scalar", and on request "cc", the compiler
/// that `batch.build` names. With gcc-O3 a program runs with 1, 2, 3, 4 and 7 threads, which must give the
/// same bits; in every mode it runs with 1 thread and with the number in `batch.build`, if that is larger.
std::vector<std::string> build_mode_names();

/// Compares, shrinks programs that differ, and counts ops and element types. Exit code 3 if a program
/// differs.
Report run_differential(DifferentialOptions options, Console& console);

/// The program with the evaluator's results and the required accuracy of each.
frontend::TestProgram judged_program(const frontend::random_programs::RandomProgram& random);

}  // namespace hlo2c::driver
