#include <fmt/format.h>

#include <memory>
#include <thread>

#include "driver/execute.h"
#include "driver/random_programs/differential.h"
#include "driver/ranks.h"
#include "driver/results.h"
#include "driver/verbs/verbs.h"
#include "frontend/accuracy/analysis.h"

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
        fail(653, {}, "a program is given, and --random", "Leave one of them out.");
    options.random.batch.target = options.compilation.target;
    options.random.batch.build = options.build;
    return run_differential(options.random, console);
}

Report verify(const Options& options, Console& console) {
    check_choices(options.compilation);
    if (options.random.count > 0) return verify_random(options, console);
    if (options.program.path.empty())
        fail(654, {}, "there is no program", "Give its file, or --random N for random ones.");
    LoadedProgram loaded = load_program(options.program, console);
    require_single_process(loaded);
    const std::vector<frontend::Literal> arguments = load_or_make_arguments(loaded, options.arguments);
    take_sizes(loaded, arguments);
    const CompiledLibrary library = compile_library(loaded, options.compilation, {}, console);
    const BuiltLibrary built(library, options.build, "-O2", console);
    console.step("running");
    const std::vector<frontend::Literal> results = built.run(arguments);
    console.step("evaluating");
    return compare_with_reference(loaded.program, results, frontend::estimate(loaded.program, arguments),
                                  options.tolerances);
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
    app.add_option("--random", random.count, "instead of a program: N random ones, in every mode of building")
        ->type_name("N");
    app.add_option("--seed", random.seed, "begins the sequence of random programs")
        ->type_name("S")
        ->capture_default_str();
    app.add_option("--first", random.first, "number of the first random program in its sequence")
        ->type_name("N")
        ->capture_default_str();
    app.add_option("--mode", random.modes, "how random programs are built; may be repeated; all without it")
        ->type_name("MODE")
        ->check(CLI::IsMember(build_mode_names()));
    app.add_option("--failures", random.failures, "folder for random programs that differ, made small")
        ->type_name("DIR");
    random.jobs = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    app.add_option("-j,--jobs", random.jobs, "batches of random programs that run at the same time")
        ->type_name("N")
        ->check(CLI::Range(1, 1024))
        ->capture_default_str();
    return [options](Console& console) { return verify(*options, console); };
}

}  // namespace hlo2c::driver
