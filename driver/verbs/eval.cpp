#include <memory>

#include "driver/feeds.h"
#include "driver/load_program.h"
#include "driver/ranks.h"
#include "driver/results.h"
#include "driver/verbs/verbs.h"
#include "frontend/evaluate/evaluate.h"
#include "frontend/evaluate/processes.h"

namespace hlo2c::driver {
namespace {

struct EvalOptions {
    ProgramOptions program;
    ArgumentOptions arguments;
    ResultOptions results;
    RankOptions ranks;
    FeedOptions feeds;
};

}  // namespace

Run declare_eval(CLI::App& app) {
    auto options = std::make_shared<EvalOptions>();
    add_program_options(app, options->program);
    add_argument_options(app, options->arguments);
    add_result_options(app, options->results);
    add_rank_options(app, options->ranks);
    add_feed_options(app, options->feeds);
    return [options](Console& console) {
        LoadedProgram loaded = load_program(options->program, console);
        require_feed_ops(options->feeds, loaded.program);
        if (needs_ranks(loaded.program, options->ranks)) {
            const RankedProgram program = prepare_ranks(std::move(loaded), options->ranks);
            const auto arguments = load_rank_arguments(program, options->arguments);
            console.step("evaluating");
            frontend::Feeds feeds{load_infeed(options->feeds, program.grid.count()), {}};
            const auto results = frontend::evaluate(program.loaded.program, program.grid, arguments, &feeds);
            std::vector<std::size_t> unread;
            for (const auto& left : feeds.infeed) unread.push_back(left.size());
            require_infeed_read(options->feeds, unread);
            write_outfeed(options->feeds, feeds.outfeed);
            return report_rank_results(program, results, options->arguments, options->results);
        }
        const std::vector<frontend::Literal> arguments = load_arguments(loaded, options->arguments);
        console.step("evaluating");
        return report_results(loaded.program, frontend::evaluate(loaded.program, arguments),
                              options->results);
    };
}

}  // namespace hlo2c::driver
