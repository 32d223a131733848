#include "driver/verification.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "driver/argument_styles.h"
#include "driver/fed_constants.h"
#include "frontend/accuracy/analysis.h"
#include "frontend/diagnostic.h"

namespace hlo2c::driver {
namespace {

/// Compiles, builds and runs the program without dumps.
std::vector<frontend::Literal> run_once(const LoadedProgram& loaded,
                                        const std::vector<frontend::Literal>& arguments,
                                        const VerificationOptions& options, Console& console) {
    Dump none;
    const CompiledLibrary library = compile_library(loaded, options.compilation, console, none);
    const BuiltLibrary built(library, options.build, "-O2", console);
    console.step("running");
    return built.run(arguments);
}

/// Whether there are elements, and nothing is known of any.
bool knows_nothing(const std::vector<frontend::Estimate>& reference) {
    std::size_t elements = 0;
    for (const frontend::Estimate& estimate : reference)
        for (std::size_t i = 0; i < estimate.count(); i++, elements++)
            if (!std::isinf(estimate.bound(i))) return false;
    return elements > 0;
}

}  // namespace

Expectation expectation_of(const frontend::Program& program, std::vector<frontend::Literal> arguments) {
    Expectation expected{std::move(arguments), {}, {}};
    expected.reference = frontend::estimate(program, expected.arguments);
    expected.factors = factors_of(program, expected.arguments, expected.reference);
    return expected;
}

Report compare_with(const Expectation& expected, const frontend::Program& program,
                    const std::vector<frontend::Literal>& results, const VerificationOptions& options) {
    Report report = compare_with_reference(program, results, expected.reference, options.tolerances,
                                           options.compilation.float_rules);
    const bool by_bounds = options.compilation.float_rules == "strict" &&
                           !options.tolerances.relative_tolerance && !options.tolerances.absolute_tolerance;
    if (expected.factors && options.compilation.float_rules == "strict") {
        hold_factors(report, *expected.factors, results, expected.reference);
    } else if (by_bounds && report.exit_code == 0 && knows_nothing(expected.reference)) {
        report.exit_code = nothing_compared;
        report.json["equal"] = nullptr;
        report.text += "nothing was compared: rounding may change every element for these arguments\n";
    }
    return report;
}

bool draws_arguments(const LoadedProgram& loaded, const ArgumentOptions& given) {
    return given.directory.empty() && given.files.empty() && loaded.recorded.empty();
}

void add_further_draws(Report& report, const LoadedProgram& loaded, const BuiltLibrary& built,
                       const VerificationOptions& options, Console& console) {
    const std::int64_t draws = draws_for_branches(loaded.program) + draws_for_maxima(loaded.program);
    for (std::int64_t draw = 1; draw < draws; draw++) {
        const std::string what = fmt::format("draw {} of the arguments", draw);
        console.step(what);
        const Expectation expected = expectation_of(
            loaded.program, load_or_draw_arguments(loaded, {}, static_cast<std::uint64_t>(draw)));
        const Report other = compare_with(expected, loaded.program, built.run(expected.arguments), options);
        report.json["further_draws"].push_back(
            {{"results", other.json["results"]}, {"equal", other.json["equal"]}});
        report.text += what + ":\n" + other.text;
        report.exit_code = std::max(report.exit_code, other.exit_code);
    }
}

void add_fed_run(Report& report, const LoadedProgram& loaded, const Expectation& expected,
                 VerificationOptions options, Console& console) {
    const FedProgram fed = feed_constants(loaded, expected.arguments);
    if (fed.constants + fed.bound == 0) return;
    options.build.keep_directory.clear();
    const std::string what =
        fmt::format("{} constants and {} bound arguments are fed at run time", fed.constants, fed.bound);
    console.step(what);
    Json& json = report.json["fed"] = {{"constants", fed.constants}, {"bound", fed.bound}};
    try {
        const Report again = compare_with(expected, fed.loaded.program,
                                          run_once(fed.loaded, fed.arguments, options, console), options);
        json["results"] = again.json["results"];
        json["equal"] = again.json["equal"];
        report.text += what + ":\n" + again.text;
        report.exit_code = std::max(report.exit_code, again.exit_code);
    } catch (const DiagnosticError& error) {
        if (error.diagnostic().severity != Severity::Unsupported) throw;
        json["unsupported"] = error.diagnostic().message;
        report.text += fmt::format("could not run with {}: {}\n", what, error.diagnostic().message);
    }
}

}  // namespace hlo2c::driver
