#include "driver/verification.h"

#include <fmt/format.h>

#include <algorithm>

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

/// Reports the elements that bounds leave undecided, except in results that the equations of a factorization
/// hold. A result without any other element is not equal to anything: nothing of it was compared.
void report_undecided(Report& report, const Expectation& expected) {
    std::size_t count = 0;
    std::vector<std::size_t> unknown;
    for (std::size_t i = 0; i < expected.reference.size(); i++) {
        const frontend::Estimate& estimate = expected.reference[i];
        if (expected.factors && expected.factors->hold(i)) continue;
        count += estimate.undecided_count();
        if (estimate.is_undecided()) unknown.push_back(i);
    }
    report.json["undecided"] = count;
    if (count > 0)
        report.text +=
            fmt::format("{} elements are undecided and were not compared: rounding may change them\n", count);
    for (const std::size_t i : unknown) {
        report.json["results"][i]["equal"] = nullptr;
        report.text += fmt::format("result {}: nothing was compared\n", i);
    }
    if (unknown.empty() || report.exit_code == results_differ) return;
    report.exit_code = nothing_compared;
    report.json["equal"] = nullptr;
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
    const scheduler::FloatRules rules = scheduler::parse_float_rules(options.compilation.float_rules);
    Report report = compare_with_reference(program, results, expected.reference, options.tolerances, rules);
    const bool is_strict = rules == scheduler::FloatRules::Strict;
    const bool by_bounds =
        is_strict && !options.tolerances.relative_tolerance && !options.tolerances.absolute_tolerance;
    if (expected.factors && is_strict) hold_factors(report, *expected.factors, results, expected.reference);
    if (by_bounds) report_undecided(report, expected);
    return report;
}

bool draws_arguments(const LoadedProgram& loaded, const ArgumentOptions& given) {
    return given.directory.empty() && given.files.empty() && loaded.recorded.empty();
}

void add_further_draws(Report& report, const LoadedProgram& loaded, const BuiltLibrary& built,
                       const VerificationOptions& options, Console& console) {
    const std::int64_t draws = common_draws(loaded.program) + draws_for_maxima(loaded.program);
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
        report.add_line(fmt::format("could not run with {}: {}", what, error.diagnostic().message));
    }
}

}  // namespace hlo2c::driver
