#include "driver/self_test.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "driver/argument_styles.h"
#include "driver/error_numbers.h"
#include "driver/execution/port_sizes.h"
#include "driver/plan_cost.h"
#include "driver/random_arguments.h"
#include "driver/results.h"
#include "driver/without_effect.h"
#include "frontend/accuracy/analysis.h"
#include "frontend/accuracy/interval.h"
#include "frontend/data/arguments.h"
#include "frontend/diagnostic.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/checked_arithmetic.h"
#include "frontend/ops/lapack_call.h"

namespace hlo2c::driver {
namespace {

using Estimates = std::vector<frontend::Estimate>;

/// Work limit for running the reference: operations, bytes of memory traffic, and a constant per step of a
/// plan.
constexpr std::int64_t most_work = 1'500'000'000, work_per_step = 4000;
/// The same for calls that only have other numbers than the first one, and the data that such a call stores.
constexpr std::int64_t most_repeated_work = most_work / 16;
constexpr std::size_t most_repeated_bytes = 4096;
/// Longer inputs are drawn from this many stored elements.
constexpr std::int64_t longest_stored_input = 1024;
constexpr std::int64_t stored_elements = 512;
/// Results below these sizes, per result and in total, are compared completely, others at this many
/// positions.
constexpr std::int64_t longest_whole_result = 4096, most_whole_results = 16384;
constexpr std::uint64_t judged_places = 512;

/// The reference combines the elements of windows one by one, however few steps the kernels take.
double work_in_windows(const frontend::Program& program) {
    constexpr double work_per_element = 16;
    double work = 0;
    for (const frontend::Function& function : program.functions)
        frontend::for_each_op(function.body, [&](const frontend::Op& op) {
            if (op.code != frontend::OpCode::ReduceWindow) return;
            double elements =
                static_cast<double>(frontend::filled(function.tensor(op.results[0])).element_count());
            for (const std::int64_t size : op[attr::window_dimensions]) elements *= static_cast<double>(size);
            work += work_per_element * elements;
        });
    return work;
}

/// The reference rotates pairs of a matrix's columns, one after the other, until all are orthogonal.
double work_in_rotations(const frontend::Program& program) {
    using frontend::LapackFunction;
    static const std::set<LapackFunction> rotating = {LapackFunction::Gees, LapackFunction::Geev,
                                                      LapackFunction::Gesdd, LapackFunction::Syevd};
    constexpr double work_per_element_and_column = 100;
    double work = 0;
    for (const frontend::Function& function : program.functions)
        frontend::for_each_op(function.body, [&](const frontend::Op& op) {
            const auto call = frontend::lapack_call(function, op);
            if (!call || rotating.count(call->function) == 0) return;
            const frontend::TensorType matrix = frontend::filled(function.tensor(op.operands[0]));
            const auto columns = std::min(matrix.shape.back(), matrix.shape[matrix.shape.size() - 2]);
            work += work_per_element_and_column * static_cast<double>(matrix.element_count()) *
                    static_cast<double>(columns);
        });
    return work;
}

std::int64_t work_of(const PlanCost& cost) {
    return 1 + cost.flops + cost.bytes + work_per_step * cost.steps;
}

/// A counter, mixed (SplitMix64).
std::uint64_t mixed(std::uint64_t number) {
    std::uint64_t z = (number + 1) * 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/// Row-major indices of elements: half of them evenly spread, half often at the first or last index of a
/// dimension, where tiles and windows end.
std::set<std::uint64_t> judged_elements(const std::vector<std::int64_t>& shape, std::uint64_t count) {
    std::set<std::uint64_t> chosen;
    constexpr std::uint64_t strata = judged_places / 2;
    for (std::uint64_t i = 0; i < strata; i++) {
        const std::uint64_t begin = count / strata * i,
                            end = i + 1 == strata ? count : begin + count / strata;
        chosen.insert(begin + mixed(i) % (end - begin));
    }
    for (std::uint64_t draw = 0, tries = 2 * judged_places; chosen.size() < judged_places && draw < tries;
         draw++) {
        std::uint64_t number = 0;
        for (std::size_t d = 0; d < shape.size(); d++) {
            const auto size = static_cast<std::uint64_t>(shape[d]);
            const std::uint64_t random = mixed(strata + draw * shape.size() + d), kind = random % 4;
            number = number * size + (kind == 0 ? 0 : kind == 1 ? size - 1 : (random >> 8) % size);
        }
        chosen.insert(number);
    }
    return chosen;
}

void add_sentence(std::string& text, const std::string& sentence) {
    text += (text.empty() ? "" : " ") + sentence;
}

void append_bits(std::vector<std::byte>& bytes, std::uint64_t bits, std::size_t width) {
    for (std::size_t i = 0; i < width; i++) bytes.push_back(static_cast<std::byte>(bits >> (8 * i)));
}

codegen::TestOutput test_output(const frontend::Estimate& right, bool whole) {
    const frontend::TensorType& type = right.value.type();
    const std::uint64_t count = right.count(), parts = frontend::parts_per_element(type.element);
    const auto width = static_cast<std::size_t>(frontend::byte_width(frontend::real_part(type.element)));
    std::vector<std::uint64_t> elements(whole ? count : 0);
    std::iota(elements.begin(), elements.end(), 0);
    if (!whole)
        for (const std::uint64_t element : judged_elements(type.shape, count)) elements.push_back(element);
    codegen::TestOutput output;
    for (const std::uint64_t element : elements) {
        if (std::isinf(right.bound(element))) continue;
        for (std::uint64_t part = 0; part < parts; part++) {
            const frontend::Interval interval = frontend::accepted(right, element, part);
            output.places.push_back(element * parts + part);
            append_bits(output.least, interval.least, width);
            append_bits(output.most, interval.most, width);
        }
    }
    return output;
}

/// Results and their bounds, padded to the sizes of the library's ports.
Estimates at_bounds(const std::vector<scheduler::Port>& ports, const Estimates& results) {
    std::vector<frontend::Literal> values, bounds, open;
    for (const frontend::Estimate& result : results) {
        values.push_back(result.value);
        bounds.push_back(frontend::bounds_tensor(result));
        open.push_back(frontend::open_zeros_tensor(result));
    }
    values = fill_to_bounds(ports, std::move(values));
    bounds = fill_to_bounds(ports, std::move(bounds));
    open = fill_to_bounds(ports, std::move(open));
    Estimates filled;
    for (std::size_t i = 0; i < values.size(); i++) {
        filled.emplace_back(values[i]);
        if (i >= results.size()) continue;
        filled.back() = frontend::Estimate(values[i], frontend::parts_of(bounds[i]));
        const std::vector<double> signs = frontend::parts_of(open[i]);
        filled.back().open(std::vector<bool>(signs.begin(), signs.end()));
    }
    return filled;
}

std::vector<codegen::TestOutput> test_outputs(const std::vector<scheduler::Port>& ports,
                                              const Estimates& results) {
    std::int64_t bytes = 0;
    for (const scheduler::Port& port : ports) bytes += port.type.byte_size();
    std::vector<codegen::TestOutput> outputs;
    for (const frontend::Estimate& result : at_bounds(ports, results))
        outputs.push_back(test_output(
            result, bytes <= most_whole_results || result.value.type().byte_size() <= longest_whole_result));
    return outputs;
}

/// The inputs to store. Long inputs that are not given are replaced, also in `arguments`, by draws from a few
/// elements of their type.
std::vector<codegen::TestInput> test_inputs(const frontend::Program& program,
                                            const std::vector<scheduler::Port>& ports, bool is_given,
                                            std::uint64_t draw, std::vector<frontend::Literal>& arguments) {
    const std::vector<ArgumentStyle> styles = argument_styles(program, draw);
    std::vector<codegen::TestInput> inputs(ports.size());
    std::vector<frontend::Literal> arrays;
    for (std::size_t i = 0; i < tensor_count(ports); i++) {
        const auto position = static_cast<std::size_t>(ports[i].position);
        frontend::Literal& argument = arguments.at(position);
        const frontend::TensorType& type = argument.type();
        if (!is_given && ports[i].sizes.empty() && type.byte_size() > longest_stored_input) {
            const frontend::TensorType few = frontend::tensor_type({stored_elements}, type.element);
            inputs[i] = {random_arguments({few}, styles.at(position)).at(0).expanded(), true,
                         static_cast<std::uint32_t>(i)};
            argument = frontend::Literal(
                type, codegen::drawn_elements(inputs[i],
                                              static_cast<std::size_t>(frontend::byte_width(type.element)),
                                              static_cast<std::size_t>(type.element_count())));
        }
        arrays.push_back(argument);
    }
    const std::vector<frontend::Literal> filled = fill_to_bounds(ports, std::move(arrays));
    for (std::size_t i = 0; i < filled.size(); i++)
        if (!inputs[i].is_drawn) inputs[i].elements = filled[i].expanded();
    return inputs;
}

/// The given results, each with the tolerance of its type.
Estimates given_results(const LoadedProgram& loaded, const std::string& path) {
    const std::vector<frontend::Tolerance> tolerances = frontend::default_tolerances(loaded.program);
    Estimates results;
    for (std::optional<frontend::Literal>& result : read_results(loaded.program, path)) {
        if (!result)
            fail(option_error::no_expectation, Place{.file = path},
                 fmt::format("result {} has no expected value", results.size()),
                 "A self-test compares every result: add the array.");
        results.push_back(frontend::within(std::move(*result), tolerances.at(results.size())));
    }
    return results;
}

/// The reference's results and their bounds; nullopt if its loops have too many iterations.
std::optional<Estimates> reference_results(const LoadedProgram& loaded, const scheduler::Plan& plan,
                                           const std::vector<frontend::Literal>& arguments,
                                           std::int64_t most_turns) {
    std::optional<Estimates> results = frontend::estimate_within(loaded.program, arguments, most_turns);
    if (!results || plan.float_rules == scheduler::FloatRules::Strict) return results;
    const std::vector<frontend::Tolerance> tolerances = frontend::default_tolerances(loaded.program);
    for (std::size_t i = 0; i < results->size(); i++)
        (*results)[i] = frontend::within((*results)[i].value, tolerances.at(i));
    return results;
}

/// A call with these arguments; nothing if loops take too many iterations for the reference.
std::optional<codegen::TestVector> drawn_call(const EntryPoint& entry, const scheduler::Plan& plan,
                                              const SelfTestOptions& options, std::int64_t most_turns,
                                              std::uint64_t draw) {
    const LoadedProgram& loaded = entry.loaded;
    const scheduler::FunctionPlan& function = plan.functions.front();
    const bool is_given = !options.arguments.directory.empty();
    std::vector<frontend::Literal> arguments = load_or_draw_arguments(loaded, options.arguments, draw);
    codegen::TestVector vector;
    vector.function = entry.name;
    vector.inputs = test_inputs(loaded.program, function.inputs, is_given, draw, arguments);
    const std::optional<Estimates> results = options.expected.empty()
                                                 ? reference_results(loaded, plan, arguments, most_turns)
                                                 : given_results(loaded, options.expected);
    if (!results) return std::nullopt;
    vector.outputs = test_outputs(function.outputs, *results);
    return vector;
}

/// Whether calls that only have other numbers are worth their time and their data.
bool may_repeat(const PlanCost& cost, std::int64_t calls, const codegen::TestVector& call) {
    std::size_t bytes = 0;
    for (const codegen::TestInput& input : call.inputs) bytes += input.elements.size();
    for (const codegen::TestOutput& output : call.outputs) bytes += output.least.size() + output.most.size();
    return cost.known && work_of(cost) * calls <= most_repeated_work && bytes <= most_repeated_bytes;
}

}  // namespace

void add_self_test_options(CLI::App& app, SelfTestOptions& options) {
    app.add_option("--test-args", options.arguments.directory,
                   "arguments of the library's self-test; random by default")
        ->type_name("DIR|F.npz");
    app.add_option("--test-expect", options.expected,
                   "expected results of its self-test; by default those of the reference evaluator")
        ->type_name("DIR|F.npz");
}

void add_self_test(codegen::LibraryOptions& library, const EntryPoint& entry, const scheduler::Plan& plan,
                   const SelfTestOptions& options, Console& console) {
    const LoadedProgram& loaded = entry.loaded;
    const bool is_given = !options.arguments.directory.empty();
    if (!is_given && !options.expected.empty())
        fail(option_error::test_arguments, {}, "--test-expect without --test-args",
             "Give the arguments that produce the results.");
    if (!plan.collectives.empty() || !plan.transfers.empty() || !plan.custom_calls.empty()) {
        if (is_given) no_effect("--test-args", "the self-test cannot call a function that needs hooks");
        return;
    }
    const PlanCost cost = plan_cost(plan, plan.functions.front());
    const std::int64_t work =
        frontend::saturated(static_cast<double>(work_of(cost)) + work_in_windows(loaded.program) +
                            work_in_rotations(loaded.program));
    if (!is_given && work > most_work) {
        add_sentence(library.untested, fmt::format("No results are stored for {}: one call takes {} units of "
                                                   "work, and the reference is run for {} at "
                                                   "most. "
                                                   "--test-args and --test-expect store given ones.",
                                                   entry.name, work, most_work));
        return;
    }
    if (options.expected.empty()) console.step("evaluating the self-test");
    const std::int64_t most_turns = is_given || cost.known ? INT64_MAX : most_work / work;
    const bool is_single = is_given || !loaded.recorded.empty();
    std::int64_t calls =
        is_single ? 1 : std::clamp<std::int64_t>(most_work / work, 1, draws_for_branches(loaded.program));
    bool is_judged = false;
    std::vector<std::size_t> places(plan.functions.front().outputs.size());  // per result, in all calls
    for (std::int64_t draw = 0; draw < calls; draw++) {
        std::optional<codegen::TestVector> vector =
            drawn_call(entry, plan, options, most_turns, static_cast<std::uint64_t>(draw));
        if (!vector) continue;
        is_judged = true;
        const std::int64_t wanted = common_draws(loaded.program);
        if (!is_single && may_repeat(cost, wanted, *vector)) calls = std::max(calls, wanted);
        for (std::size_t i = 0; i < places.size(); i++) places[i] += vector->outputs[i].places.size();
        library.test_vectors.push_back(std::move(*vector));
    }
    for (std::size_t i = 0; is_judged && i < places.size(); i++)
        if (places[i] == 0 && plan.functions.front().outputs[i].type.element_count() > 0)
            add_sentence(library.untested, fmt::format("Result {} of {} is not compared: rounding may change "
                                                       "each of its elements.",
                                                       i, entry.name));
    if (!is_judged)
        add_sentence(
            library.untested,
            fmt::format("No results are stored for {}: loops take too many iterations for the reference. "
                        "--test-args and --test-expect store given ones.",
                        entry.name));
}

}  // namespace hlo2c::driver
