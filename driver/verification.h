#pragma once

#include <optional>
#include <vector>

#include "driver/console.h"
#include "driver/execution/execute.h"
#include "driver/factors.h"
#include "driver/load_program.h"
#include "driver/options.h"
#include "driver/report.h"
#include "driver/results.h"
#include "frontend/accuracy/estimate.h"

namespace hlo2c::driver {

/// How libraries are built and compared with the reference.
struct VerificationOptions {
    CompilationOptions compilation;
    ResultOptions tolerances;
    BuildOptions build;
};

/// The results of a correct library for these arguments.
struct Expectation {
    std::vector<frontend::Literal> arguments;
    std::vector<frontend::Estimate> reference;
    std::optional<Factors> factors;
};

/// The expectation of the reference evaluator.
Expectation expectation_of(const frontend::Program& program, std::vector<frontend::Literal> arguments);

/// Compares results with the reference's, and factors with their matrix. Exit code 2 if nothing of some
/// result could be compared, since rounding may change each of its elements. JSON: {"results", "equal",
/// "undecided"}.
Report compare_with(const Expectation& expected, const frontend::Program& program,
                    const std::vector<frontend::Literal>& results, const VerificationOptions& options);

/// True if neither a file nor the program provides the arguments.
bool draws_arguments(const LoadedProgram& loaded, const ArgumentOptions& given);

/// Compares the same library after further draws of its arguments, of which each runs one branch of each `if`
/// and `case`, has other ordinary numbers, and has the largest element of a row at one place. JSON:
/// {"further_draws": [{"results", "equal"}]}.
void add_further_draws(Report& report, const LoadedProgram& loaded, const BuiltLibrary& built,
                       const VerificationOptions& options, Console& console);

/// Constants may be folded by the reference evaluator itself, which hides its errors from the comparison.
/// This function therefore compiles the program again, gives the library this data at run time, and compares
/// with the same expectation. JSON: {"fed": {"constants", "bound", "results", "equal"}}; nothing without such
/// data.
void add_fed_run(Report& report, const LoadedProgram& loaded, const Expectation& expected,
                 VerificationOptions options, Console& console);

}  // namespace hlo2c::driver
