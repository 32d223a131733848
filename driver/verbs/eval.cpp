#include <memory>

#include "driver/load_program.h"
#include "driver/ranks.h"
#include "driver/results.h"
#include "driver/verbs/verbs.h"
#include "frontend/evaluate/evaluate.h"
#include "frontend/evaluate/processes.h"

namespace hlo2c::driver {
namespace {

struct Options {
    ProgramOptions program;
    ArgumentOptions arguments;
    ResultOptions results;
    RankOptions ranks;
};

}  // namespace

Run declare_eval(CLI::App& app) {
    auto options = std::make_shared<Options>();
    add_program_options(app, options->program);
    add_argument_options(app, options->arguments);
    add_result_options(app, options->results);
    add_rank_options(app, options->ranks);
    return [options](Console& console) {
        LoadedProgram loaded = load_program(options->program, console);
        if (options->ranks.ranks > 1 || has_process_ops(loaded.program)) {
            const RankedProgram program = prepare_ranks(std::move(loaded), options->ranks);
            const auto arguments = load_rank_arguments(program, options->arguments);
            console.step("evaluating");
            return report_rank_results(program,
                                       frontend::evaluate(program.loaded.program, program.grid, arguments),
                                       options->arguments, options->results);
        }
        const std::vector<frontend::Literal> arguments = load_arguments(loaded, options->arguments);
        console.step("evaluating");
        return report_results(loaded.program, frontend::evaluate(loaded.program, arguments),
                              options->results);
    };
}

}  // namespace hlo2c::driver
