#include <fmt/format.h>

#include <memory>

#include "driver/execute.h"
#include "driver/results.h"
#include "driver/verbs/verbs.h"

namespace hlo2c::driver {
namespace {

struct Options {
    ProgramOptions program;
    CompilationOptions compilation;
    ArgumentOptions arguments;
    ResultOptions results;
    BuildOptions build;
    int ranks = 1;
};

Report run(const Options& options, Console& console) {
    check_choices(options.compilation);
    if (options.ranks != 1) {
        unsupported(603, {}, fmt::format("--ranks={} is not available", options.ranks),
                    "Programs run as one process.");
    }
    LoadedProgram loaded = load_program(options.program, console);
    const std::vector<frontend::Literal> arguments = load_arguments(loaded, options.arguments);
    take_sizes(loaded, arguments);
    const CompiledLibrary library = compile_library(loaded, options.compilation, {}, console);
    const BuiltLibrary built(library, options.build, "-O2", console);
    console.step("running");
    Report report = report_results(loaded.program, built.run(arguments), options.results);
    report.json["library"] = summary_json(library);
    return report;
}

}  // namespace

Run declare_run(CLI::App& app) {
    auto options = std::make_shared<Options>();
    add_program_options(app, options->program);
    add_argument_options(app, options->arguments);
    add_result_options(app, options->results);
    add_compilation_options(app, options->compilation, "native");
    add_build_options(app, options->build);
    app.add_option("--ranks", options->ranks, "processes that run the program together: 1")
        ->type_name("N")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    return [options](Console& console) { return run(*options, console); };
}

}  // namespace hlo2c::driver
