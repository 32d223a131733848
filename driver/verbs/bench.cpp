#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>

#include "driver/execution/execute.h"
#include "driver/plan_cost.h"
#include "driver/ranks.h"
#include "driver/verbs/verbs.h"
#include "frontend/counted.h"
#include "scheduler/loops/operation_counts.h"

namespace hlo2c::driver {
namespace {

struct BenchOptions {
    ProgramOptions program;
    CompilationOptions compilation;
    ArgumentOptions arguments;
    BuildOptions build;
    double seconds = 1;
};

/// FLOP/s and bytes/s of work that takes `seconds`.
Json rates_json(double seconds, double flops, double bytes) {
    const double per_second = seconds > 0 ? 1 / seconds : 0;
    return {{"flops_per_second", flops * per_second}, {"bytes_per_second", bytes * per_second}};
}

std::string rates_text(const Json& rates) {
    return fmt::format("{:>9.2f} GFLOP/s {:>8.2f} GB/s", rates["flops_per_second"].get<double>() * 1e-9,
                       rates["bytes_per_second"].get<double>() * 1e-9);
}

/// How the kernel was made and what a call runs; a function of the runtime has no loop nest.
void add_operations(Json& row, const scheduler::Kernel& kernel) {
    row["ops"] = kernel.ops;
    if (!kernel.runtime_function.empty()) {
        row["runtime_function"] = kernel.runtime_function;
        return;
    }
    const scheduler::OperationCounts counts = scheduler::operation_counts(kernel.nest);
    row["operations"] = counts.times;
    row["chain"] = counts.chain;
}

/// A row per called kernel, the most expensive first.
void add_kernels(Report& report, const scheduler::Plan& plan, const Json& measured) {
    std::vector<std::size_t> order(plan.kernels.size());
    std::iota(order.begin(), order.end(), 0);
    const auto time = [&](std::size_t i) { return measured["kernels"][i]["ns"].get<double>() * 1e-9; };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return time(a) > time(b); });
    report.json["kernels"] = Json::array();
    for (const std::size_t i : order) {
        const scheduler::Kernel& kernel = plan.kernels[i];
        const auto calls = measured["kernels"][i]["calls"].get<double>();
        if (calls == 0) continue;
        Json row{{"name", kernel.name}, {"calls", calls}, {"seconds", time(i)}};
        row.update(rates_json(time(i), static_cast<double>(kernel.flops) * calls,
                              static_cast<double>(kernel.bytes) * calls));
        row["schedule"] = kernel.schedule;
        add_operations(row, kernel);
        report.text += fmt::format("{:>12.2f} us {:>6} calls {}  {}\n", time(i) * 1e6, calls, rates_text(row),
                                   kernel.name);
        report.json["kernels"].push_back(std::move(row));
    }
}

Json measured_calls(const BuiltLibrary& built, const std::vector<frontend::Literal>& arguments,
                    double seconds, Console& console) {
    console.step("measuring");
    const TimedProgress progress(console, seconds);
    return built.measure(arguments, seconds);
}

Report bench(const BenchOptions& options, Console& console) {
    Dump dump(options.compilation, console.is_json());
    LoadedProgram loaded = load_program(options.program, console, dump.observer());
    require_single_process(loaded);
    const std::vector<frontend::Literal> arguments = load_or_make_arguments(loaded, options.arguments);
    take_sizes(loaded, arguments);
    dump.times().ended("arrays");
    const CompiledLibrary library = compile_library(loaded, options.compilation, console, dump);
    require_use(library.plan, options.build, console);
    const BuiltLibrary built(library, options.build, "-O3", console);
    dump.times().ended("build");
    const Json measured = measured_calls(built, arguments, options.seconds, console);
    dump.times().ended("measure");

    const double least = measured["min_ns"].get<double>() * 1e-9,
                 median = measured["median_ns"].get<double>() * 1e-9;
    const PlanCost cost = plan_cost(library.plan, library.plan.functions.front());
    Report report;
    report.json = {{"name", library.name},
                   {"target", library.plan.target.name},
                   {"threads", options.build.threads},
                   {"calls", measured["runs"]},
                   {"min_seconds", least},
                   {"median_seconds", median},
                   {"flops", cost.flops},
                   {"bytes", cost.bytes},
                   {"arena_bytes", library.plan.functions.front().arena_bytes}};
    report.json.update(rates_json(median, static_cast<double>(cost.flops), static_cast<double>(cost.bytes)));
    report.text = fmt::format("{} for {}, {}, {}\nmin {:.2f} us, median {:.2f} us, {}\n", library.name,
                              library.plan.target.name, frontend::counted(options.build.threads, "thread"),
                              frontend::counted(measured["runs"].get<std::int64_t>(), "call"), least * 1e6,
                              median * 1e6, rates_text(report.json));
    add_kernels(report, library.plan, measured);
    dump.times().add_to(report);
    return report;
}

}  // namespace

Run declare_bench(CLI::App& app) {
    auto options = std::make_shared<BenchOptions>();
    add_program_options(app, options->program);
    add_argument_options(app, options->arguments);
    add_compilation_options(app, options->compilation, "native");
    add_build_options(app, options->build);
    app.add_option("--seconds", options->seconds, "time to spend measuring")
        ->type_name("S")
        ->check(positive_number)
        ->capture_default_str();
    return [options](Console& console) { return bench(*options, console); };
}

}  // namespace hlo2c::driver
