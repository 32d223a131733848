#include <memory>

#include "driver/load_program.h"
#include "driver/results.h"
#include "driver/verbs/verbs.h"
#include "frontend/evaluate/evaluate.h"

namespace hlo2c::driver {
namespace {

struct Options {
    ProgramOptions program;
    ArgumentOptions arguments;
    ResultOptions results;
};

}  // namespace

Run declare_eval(CLI::App& app) {
    auto options = std::make_shared<Options>();
    add_program_options(app, options->program);
    add_argument_options(app, options->arguments);
    add_result_options(app, options->results);
    return [options](Console& console) {
        const LoadedProgram loaded = load_program(options->program, console);
        const std::vector<frontend::Literal> arguments = load_arguments(loaded, options->arguments);
        console.step("evaluating");
        return report_results(loaded.program, frontend::evaluate(loaded.program, arguments),
                              options->results);
    };
}

}  // namespace hlo2c::driver
