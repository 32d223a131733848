#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <thread>

#include "driver/argument_styles.h"
#include "driver/batches/differential.h"
#include "driver/execution/execute.h"
#include "driver/factors.h"
#include "driver/fed_constants.h"
#include "driver/random_arguments.h"
#include "driver/ranks.h"
#include "driver/results.h"
#include "driver/verbs/verbs.h"
#include "frontend/accuracy/analysis.h"
#include "frontend/diagnostic.h"

namespace hlo2c::driver {
namespace {

struct Options {
    ProgramOptions program;
    CompilationOptions compilation;
    ArgumentOptions arguments;
    ResultOptions tolerances;
    BuildOptions build;
    DifferentialOptions random;
};

Report verify_random(Options options, Console& console) {
    if (!options.program.path.empty())
        fail(653, {}, "both a program and --random are given", "Remove one of them.");
    options.random.batch.target = options.compilation.target;
    options.random.batch.build = options.build;
    return run_differential(options.random, console);
}

bool draws_arguments(const Options& options, const LoadedProgram& loaded) {
    return options.arguments.directory.empty() && options.arguments.files.empty() && loaded.recorded.empty();
}

/// Compares results with the reference's, and factors with their matrix.
Report compared(const Options& options, const frontend::Program& program,
                const std::vector<frontend::Literal>& results,
                const std::vector<frontend::Estimate>& reference, const std::optional<Factors>& factors) {
    Report report = compare_with_reference(program, results, reference, options.tolerances,
                                           options.compilation.float_rules);
    if (factors && options.compilation.float_rules == "strict")
        hold_factors(report, *factors, results, reference);
    return report;
}

/// One draw goes through one branch of each `if` and `case`: others with the same library.
void add_further_draws(Report& report, const Options& options, const LoadedProgram& loaded,
                       const BuiltLibrary& built, Console& console) {
    if (!draws_arguments(options, loaded)) return;
    for (std::int64_t draw = 1; draw < draws_for_branches(loaded.program); draw++) {
        const std::string what = fmt::format("draw {} of the arguments", draw);
        console.step(what);
        const std::vector<frontend::Literal> arguments =
            load_or_draw_arguments(loaded, options.arguments, static_cast<std::uint64_t>(draw));
        const std::vector<frontend::Estimate> reference = frontend::estimate(loaded.program, arguments);
        const Report other = compared(options, loaded.program, built.run(arguments), reference,
                                      factors_of(loaded.program, arguments, reference));
        report.json["further_draws"].push_back(
            {{"results", other.json["results"]}, {"equal", other.json["equal"]}});
        report.text += what + ":\n" + other.text;
        report.exit_code = std::max(report.exit_code, other.exit_code);
    }
}

/// Compiles, builds and runs the program without dumps.
std::vector<frontend::Literal> run_once(const Options& options, const LoadedProgram& loaded,
                                        const std::vector<frontend::Literal>& arguments, Console& console) {
    Dump none;
    const CompiledLibrary library = compile_library(loaded, options.compilation, console, none);
    const BuiltLibrary built(library, options.build, "-O2", console);
    console.step("running");
    return built.run(arguments);
}

/// Constants may be folded by the reference evaluator itself, so the comparison runs a second time with this
/// data given at run time.
void add_fed_run(Report& report, Options options, const LoadedProgram& loaded,
                 const std::vector<frontend::Literal>& arguments,
                 const std::vector<frontend::Estimate>& reference, const std::optional<Factors>& factors,
                 Console& console) {
    const FedProgram fed = feed_constants(loaded, arguments);
    if (fed.constants + fed.bound == 0) return;
    options.build.keep_directory.clear();
    const std::string what =
        fmt::format("{} constants and {} bound arguments are fed at run time", fed.constants, fed.bound);
    console.step(what);
    Json& json = report.json["fed"] = {{"constants", fed.constants}, {"bound", fed.bound}};
    try {
        const Report again =
            compared(options, fed.loaded.program, run_once(options, fed.loaded, fed.arguments, console),
                     reference, factors);
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

Report verify(const Options& options, Console& console) {
    if (options.random.count > 0) return verify_random(options, console);
    if (options.program.path.empty())
        fail(654, {}, "there is no program", "Give its file, or --random N for random ones.");
    Dump dump(options.compilation);
    LoadedProgram loaded = load_program(options.program, console, dump.observer());
    require_single_process(loaded);
    const std::vector<frontend::Literal> arguments = load_or_draw_arguments(loaded, options.arguments);
    take_sizes(loaded, arguments);
    const CompiledLibrary library = compile_library(loaded, options.compilation, console, dump);
    const BuiltLibrary built(library, options.build, "-O2", console);
    console.step("running");
    const std::vector<frontend::Literal> results = built.run(arguments);
    console.step("evaluating");
    const std::vector<frontend::Estimate> reference = frontend::estimate(loaded.program, arguments);
    const std::optional<Factors> factors = factors_of(loaded.program, arguments, reference);
    Report report = compared(options, loaded.program, results, reference, factors);
    add_further_draws(report, options, loaded, built, console);
    add_fed_run(report, options, loaded, arguments, reference, factors, console);
    return report;
}

}  // namespace

Run declare_verify(CLI::App& app) {
    auto options = std::make_shared<Options>();
    add_program_options(app, options->program, false);
    add_argument_options(app, options->arguments);
    add_tolerance_options(app, options->tolerances);
    add_compilation_options(app, options->compilation, "native");
    add_build_options(app, options->build);
    DifferentialOptions& random = options->random;
    app.add_option("--random", random.count, "verify N random programs instead, in every build mode")
        ->type_name("N")
        ->excludes("--fp");
    app.add_option("--seed", random.seed, "seed of the sequence of random programs")
        ->type_name("S")
        ->capture_default_str();
    app.add_option("--first", random.first, "number of the first random program in its sequence")
        ->type_name("N")
        ->capture_default_str();
    app.add_option("--mode", random.modes, "build mode of random programs; may be repeated; all by default")
        ->type_name("MODE")
        ->check(CLI::IsMember(build_mode_names()));
    app.add_option("--failures", random.failures, "folder for shrunk random programs that differ")
        ->type_name("DIR");
    random.jobs = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    app.add_option("-j,--jobs", random.jobs, "number of batches of random programs that run concurrently")
        ->type_name("N")
        ->check(CLI::Range(1, 1024))
        ->capture_default_str();
    return [options](Console& console) { return verify(*options, console); };
}

}  // namespace hlo2c::driver
