#include <fmt/format.h>

#include <memory>

#include "driver/execute.h"
#include "driver/ranks.h"
#include "driver/results.h"
#include "driver/verbs/verbs.h"
#include "frontend/data/compare.h"
#include "frontend/evaluate/evaluate.h"

namespace hlo2c::driver {
namespace {

struct Options {
    ProgramOptions program;
    CompilationOptions compilation;
    ArgumentOptions arguments;
    ResultOptions tolerances;
    BuildOptions build;
};

/// The comparison of results, with the distance in units in the last place for each.
Report compare_with_evaluator(const frontend::Program& program, const std::vector<frontend::Literal>& results,
                              const std::vector<frontend::Literal>& evaluated,
                              const ResultOptions& tolerances) {
    Report report = compare_results(program, results, {evaluated.begin(), evaluated.end()}, tolerances);
    for (std::size_t i = 0; i < results.size(); i++) {
        const std::int64_t distance = frontend::max_ulp_distance(results[i], evaluated[i]);
        report.json["results"][i]["max_ulp"] = distance;
        report.text += distance == INT64_MAX ? fmt::format("result {}: NaN meets a number\n", i)
                                             : fmt::format("result {}: at most {} ULP apart\n", i, distance);
    }
    return report;
}

Report verify(const Options& options, Console& console) {
    check_choices(options.compilation);
    LoadedProgram loaded = load_program(options.program, console);
    require_single_process(loaded);
    const std::vector<frontend::Literal> arguments = load_or_make_arguments(loaded, options.arguments);
    take_sizes(loaded, arguments);
    const CompiledLibrary library = compile_library(loaded, options.compilation, {}, console);
    const BuiltLibrary built(library, options.build, "-O2", console);
    console.step("running");
    const std::vector<frontend::Literal> results = built.run(arguments);
    console.step("evaluating");
    return compare_with_evaluator(loaded.program, results, frontend::evaluate(loaded.program, arguments),
                                  options.tolerances);
}

}  // namespace

Run declare_verify(CLI::App& app) {
    auto options = std::make_shared<Options>();
    add_program_options(app, options->program);
    add_argument_options(app, options->arguments);
    add_tolerance_options(app, options->tolerances);
    add_compilation_options(app, options->compilation, "native");
    add_build_options(app, options->build);
    return [options](Console& console) { return verify(*options, console); };
}

}  // namespace hlo2c::driver
