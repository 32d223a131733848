#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <thread>

#include "driver/batches/differential.h"
#include "driver/error_numbers.h"
#include "driver/execution/execute.h"
#include "driver/random_arguments.h"
#include "driver/ranks.h"
#include "driver/verbs/verbs.h"
#include "driver/verification.h"
#include "driver/without_effect.h"
#include "frontend/diagnostic.h"

namespace hlo2c::driver {
namespace {

struct VerifyOptions {
    ProgramOptions program;
    VerificationOptions verification;
    ArgumentOptions arguments;
    DifferentialOptions random;
};

Report verify_random(VerifyOptions options, const CLI::App& app, Console& console) {
    if (!options.program.path.empty())
        fail(option_error::two_inputs, {}, "both a program and --random are given", "Remove one of them.");
    refuse_other_options(app,
                         {"--random", "--seed", "--first", "--mode", "--failures", "--jobs", "--target",
                          "--threads", "--cc", "--json"},
                         "--random makes programs of its own, and each --mode says how to build them");
    options.random.batch.target = options.verification.compilation.target;
    options.random.batch.build = options.verification.build;
    return run_differential(options.random, console);
}

Report verify(const VerifyOptions& options, const CLI::App& app, Console& console) {
    if (options.random.count > 0) return verify_random(options, app, console);
    if (options.program.path.empty())
        fail(option_error::no_input, {}, "there is no program",
             "Give its file, or --random N for random ones.");
    Dump dump(options.verification.compilation, console.is_json());
    LoadedProgram loaded = load_program(options.program, console, dump.observer());
    require_single_process(loaded);
    const std::vector<frontend::Literal> arguments = load_or_draw_arguments(loaded, options.arguments);
    take_sizes(loaded, arguments);
    dump.times().ended("arrays");
    const CompiledLibrary library = compile_library(loaded, options.verification.compilation, console, dump);
    require_use(library.plan, options.verification.build, console);
    const BuiltLibrary built(library, options.verification.build, "-O2", console);
    dump.times().ended("build");
    console.step("running");
    const std::vector<frontend::Literal> results = built.run(arguments);
    dump.times().ended("run");
    console.step("evaluating");
    const Expectation expected = expectation_of(loaded.program, arguments);
    dump.times().ended("evaluate");
    Report report = compare_with(expected, loaded.program, results, options.verification);
    if (draws_arguments(loaded, options.arguments))
        add_further_draws(report, loaded, built, options.verification, console);
    add_fed_run(report, loaded, expected, options.verification, console);
    dump.times().ended("compare");
    dump.times().add_to(report);
    return report;
}

}  // namespace

Run declare_verify(CLI::App& app) {
    auto options = std::make_shared<VerifyOptions>();
    add_program_options(app, options->program, false);
    add_argument_options(app, options->arguments);
    add_tolerance_options(app, options->verification.tolerances);
    add_compilation_options(app, options->verification.compilation, "native");
    add_build_options(app, options->verification.build);
    DifferentialOptions& random = options->random;
    CLI::Option* const count =
        app.add_option("--random", random.count, "verify N random programs instead, in every build mode")
            ->type_name("N");
    app.add_option("--seed", random.seed, "seed of the sequence of random programs")
        ->type_name("S")
        ->needs(count)
        ->capture_default_str();
    app.add_option("--first", random.first, "number of the first random program in its sequence")
        ->type_name("N")
        ->needs(count)
        ->capture_default_str();
    app.add_option("--mode", random.modes, "build mode of random programs; may be repeated; all by default")
        ->type_name("MODE")
        ->needs(count)
        ->check(CLI::IsMember(build_mode_names()));
    app.add_option("--failures", random.failures, "folder for shrunk random programs that differ")
        ->type_name("DIR")
        ->needs(count);
    random.jobs = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    app.add_option("-j,--jobs", random.jobs, "number of batches of random programs that run concurrently")
        ->type_name("N")
        ->needs(count)
        ->check(CLI::Range(1, 1024))
        ->capture_default_str();
    return [options, &app](Console& console) { return verify(*options, app, console); };
}

}  // namespace hlo2c::driver
