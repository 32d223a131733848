#include "driver/self_test.h"

#include <fmt/format.h>

#include <algorithm>

#include "driver/plan_cost.h"
#include "driver/port_sizes.h"
#include "driver/random_arguments.h"
#include "driver/results.h"
#include "frontend/data/arguments.h"
#include "frontend/data/compare.h"
#include "frontend/diagnostic.h"
#include "frontend/evaluate/evaluate.h"

namespace hlo2c::driver {
namespace {

/// Random vectors are stored below these: so many operations and bytes of memory traffic, bytes of arrays.
constexpr std::int64_t most_work = 20'000'000;
constexpr std::int64_t most_bytes = 65536;

bool is_small(const scheduler::Plan& plan) {
    const scheduler::FunctionPlan& function = plan.functions.front();
    const PlanCost cost = plan_cost(plan, function);
    std::int64_t bytes = 0;
    for (const scheduler::Port& port : function.inputs) bytes += port.type.byte_size();
    for (const scheduler::Port& port : function.outputs) bytes += port.type.byte_size();
    return cost.known && cost.flops + cost.bytes <= most_work && bytes <= most_bytes;
}

}  // namespace

void add_self_test_options(CLI::App& app, SelfTestOptions& options) {
    app.add_option("--test-args", options.arguments.directory,
                   "arguments that the library's self-test stores; random ones if the program is small")
        ->type_name("DIR|F.npz");
    app.add_option("--test-expect", options.expected,
                   "results that its self-test expects; the reference evaluator's without it")
        ->type_name("DIR|F.npz");
}

std::vector<codegen::TestVector> self_test_vectors(const LoadedProgram& loaded, const scheduler::Plan& plan,
                                                   const SelfTestOptions& options, Console& console) {
    const bool is_given = !options.arguments.directory.empty();
    if (!is_given && !options.expected.empty())
        fail(642, {}, "--test-expect without --test-args", "Give the arguments that the results belong to.");
    if (!plan.collectives.empty() || !plan.transfers.empty() || !plan.custom_calls.empty()) return {};
    if (!is_given && !is_small(plan)) return {};
    const std::vector<frontend::Literal> arguments = load_or_draw_arguments(loaded, options.arguments);
    std::vector<frontend::Literal> results;
    if (options.expected.empty()) {
        console.step("evaluating the self-test");
        results = frontend::evaluate(loaded.program, arguments);
    } else {
        for (std::optional<frontend::Literal>& result : read_results(loaded.program, options.expected)) {
            if (!result)
                fail(635, Place{.file = options.expected},
                     fmt::format("nothing is expected for result {}", results.size()),
                     "A self-test compares every result: add the array.");
            results.push_back(std::move(*result));
        }
    }
    codegen::TestVector vector;
    vector.function = loaded.program.main().name;
    const scheduler::FunctionPlan& function = plan.functions.front();
    std::vector<frontend::Literal> inputs;
    for (std::size_t i = 0; i < tensor_count(function.inputs); i++)
        inputs.push_back(arguments.at(static_cast<std::size_t>(function.inputs[i].position)));
    for (const frontend::Literal& input : fill_to_bounds(function.inputs, std::move(inputs)))
        vector.inputs.push_back(input.expanded());
    vector.relative_tolerance = 0;
    for (const frontend::Tolerance& tolerance : frontend::default_tolerances(loaded.program))
        vector.relative_tolerance = std::max(vector.relative_tolerance, tolerance.relative);
    for (const frontend::Literal& result : fill_to_bounds(function.outputs, std::move(results)))
        vector.outputs.push_back(result.expanded());
    return {vector};
}

}  // namespace hlo2c::driver
