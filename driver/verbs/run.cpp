#include <fmt/format.h>

#include <memory>

#include "driver/execution/execute.h"
#include "driver/feeds.h"
#include "driver/ranks.h"
#include "driver/results.h"
#include "driver/verbs/verbs.h"
#include "driver/without_effect.h"

namespace hlo2c::driver {
namespace {

struct RunOptions {
    ProgramOptions program;
    CompilationOptions compilation;
    ArgumentOptions arguments;
    ResultOptions results;
    BuildOptions build;
    RankOptions ranks;
    FeedOptions feeds;
};

Report run_on_ranks(const RunOptions& options, LoadedProgram loaded, Console& console, Dump& dump) {
    RankedProgram program = prepare_ranks(std::move(loaded), options.ranks, dump.observer());
    const auto arguments = load_rank_arguments(program, options.arguments);
    take_sizes(program.loaded, arguments.front());
    dump.times().ended("arrays");
    const CompiledLibrary library = compile_library(program.loaded, options.compilation, console, dump);
    require_use(library.plan, options.build, console);
    const BuiltLibrary built(library, options.build, options.ranks, console);
    dump.times().ended("build");
    console.step("running");
    const auto infeed = load_infeed(options.feeds, program.grid.count());
    const RankResults left = built.run_ranks({program.grid, arguments, infeed, {}});
    std::vector<std::size_t> unread;
    for (std::size_t rank = 0; rank < infeed.size(); rank++)
        unread.push_back(infeed[rank].size() - left.infeed_read[rank]);
    require_infeed_read(options.feeds, unread);
    write_outfeed(options.feeds, left.outfeed);
    Report report = report_rank_results(program, left.results, options.arguments, options.results);
    report.json["library"] = summary_json(library);
    dump.times().ended("run");
    dump.times().add_to(report);
    return report;
}

Report run(const RunOptions& options, const CLI::App& app, Console& console) {
    Dump dump(options.compilation, console.is_json());
    LoadedProgram loaded = load_program(options.program, console, dump.observer());
    require_feed_ops(options.feeds, loaded.program);
    if (needs_ranks(loaded.program, options.ranks))
        return run_on_ranks(options, std::move(loaded), console, dump);
    refuse_options(app, {"--timeout"}, "the program runs as one process, which waits for no other");
    const std::vector<frontend::Literal> arguments = load_arguments(loaded, options.arguments);
    take_sizes(loaded, arguments);
    dump.times().ended("arrays");
    const CompiledLibrary library = compile_library(loaded, options.compilation, console, dump);
    require_use(library.plan, options.build, console);
    const BuiltLibrary built(library, options.build, "-O2", console);
    dump.times().ended("build");
    console.step("running");
    Report report = report_results(loaded.program, built.run(arguments), options.results);
    report.json["library"] = summary_json(library);
    dump.times().ended("run");
    dump.times().add_to(report);
    return report;
}

}  // namespace

Run declare_run(CLI::App& app) {
    auto options = std::make_shared<RunOptions>();
    add_program_options(app, options->program);
    add_argument_options(app, options->arguments);
    add_result_options(app, options->results);
    add_compilation_options(app, options->compilation, "native");
    add_build_options(app, options->build);
    add_rank_options(app, options->ranks);
    add_transport_options(app, options->ranks);
    add_feed_options(app, options->feeds);
    return [options, &app](Console& console) { return run(*options, app, console); };
}

}  // namespace hlo2c::driver
