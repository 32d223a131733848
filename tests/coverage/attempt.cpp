#include "tests/coverage/attempt.h"

#include "codegen/library/library.h"
#include "driver/compile_library.h"
#include "driver/random_arguments.h"
#include "driver/ranks.h"
#include "frontend/data/arguments.h"
#include "frontend/diagnostic.h"
#include "frontend/evaluate/evaluate.h"
#include "frontend/evaluate/processes.h"
#include "frontend/forms/text/parser.h"
#include "frontend/ops/verify.h"
#include "frontend/pipeline.h"

namespace hlo2c::coverage {
namespace {

/// Runs a step; a thrown diagnostic means "no", with its message.
template <typename Step>
bool succeeds(std::string& error, Step&& step) {
    try {
        step();
        return true;
    } catch (const DiagnosticError& thrown) {
        error = thrown.diagnostic().message;
        return false;
    }
}

std::vector<frontend::Literal> arrays_of(const std::vector<frontend::Type>& types) {
    std::vector<frontend::Literal> arrays;
    for (auto& [number, array] : driver::random_arguments(types)) arrays.push_back(std::move(array));
    return arrays;
}

frontend::Program of_one_process(const frontend::Program& program) {
    driver::LoadedProgram loaded{frontend::prepare(program), {}, {}};
    driver::prepare_process(loaded, 1);
    return loaded.program;
}

/// The arrays that the program's infeeds read, in order.
std::vector<frontend::Literal> feeds_of(const frontend::Program& program) {
    std::vector<frontend::Literal> feeds;
    for (const frontend::Op& op : program.main().body.ops) {
        if (op.code != frontend::OpCode::Infeed) continue;
        std::vector<frontend::Type> types;
        for (const frontend::ValueId result : op.results)
            if (program.main().type(result).is_tensor()) types.push_back(program.main().type(result));
        for (frontend::Literal& array : arrays_of(types)) feeds.push_back(std::move(array));
    }
    return feeds;
}

/// Evaluates the program; one that communicates, as the only process of a grid.
void evaluate(const frontend::Program& program) {
    const std::vector<frontend::Literal> arguments = arrays_of(frontend::argument_types(program.main()));
    if (!driver::has_process_ops(program)) {
        frontend::evaluate(program, arguments);
        return;
    }
    frontend::ProcessTask task{&program.main(), {arguments.begin(), arguments.end()}, feeds_of(program)};
    frontend::run_processes(program, {1, 1}, {std::move(task)});
}

}  // namespace

Outcome attempt(const std::string& text, const scheduler::Target& target) {
    Outcome outcome;
    frontend::Program program;
    outcome.allowed = true;
    if (!succeeds(outcome.read_error, [&] { program = frontend::read_stablehlo_text(text, "program.mlir"); }))
        return outcome;
    outcome.read = outcome.allowed = succeeds(outcome.read_error, [&] { frontend::verify(program); });
    if (!outcome.read) return outcome;
    outcome.evaluated = succeeds(outcome.evaluate_error, [&] { evaluate(of_one_process(program)); });
    outcome.emitted = succeeds(outcome.emit_error, [&] {
        codegen::write_library(driver::make_plan(of_one_process(program), {}, target), {.name = "program"});
    });
    return outcome;
}

}  // namespace hlo2c::coverage
