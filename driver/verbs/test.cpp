#include <fmt/format.h>

#include <array>
#include <cmath>
#include <memory>
#include <set>
#include <thread>

#include "driver/batches/workers.h"
#include "driver/dump.h"
#include "driver/execution/execute.h"
#include "driver/execution/process.h"
#include "driver/execution/toolchain.h"
#include "driver/verbs/verbs.h"
#include "driver/without_effect.h"
#include "frontend/pipeline.h"

namespace hlo2c::driver {
namespace {

using frontend::find_cases;
using frontend::TestCase;
using frontend::TestOutcome;
using frontend::TestStatus;

constexpr int none_ran = 2, some_failed = 3;

struct TestOptions {
    std::vector<std::string> paths;
    BatchOptions batch;
    int jobs = 1;
};

/// The outcomes of all cases; cases with nothing to run are skipped.
std::vector<TestOutcome> outcomes_of(const std::vector<TestCase>& cases, const TestOptions& options,
                                     Console& console) {
    std::vector<TestOutcome> outcomes(cases.size());
    std::vector<const TestCase*> runnable;
    std::vector<std::size_t> numbers;
    for (std::size_t i = 0; i < cases.size(); i++) {
        if (!cases[i].refusal.empty()) {
            outcomes[i] = {cases[i].broken ? TestStatus::Failed : TestStatus::Skipped, cases[i].refusal, {}};
            continue;
        }
        runnable.push_back(&cases[i]);
        numbers.push_back(i);
    }
    const auto ended = [&](std::size_t count) { console.counted(count, runnable.size(), "tests"); };
    std::vector<TestOutcome> made = run_in_workers(runnable, options.batch, options.jobs, ended);
    for (std::size_t i = 0; i < made.size(); i++) outcomes[numbers[i]] = std::move(made[i]);
    return outcomes;
}

/// The first line of the reason behind the outcome, the others below it and indented.
void add_outcome(Report& report, const std::string& outcome, const std::string& reason) {
    const std::string lines = reason.substr(0, reason.find_last_not_of('\n') + 1);
    std::size_t end = lines.find('\n');
    report.add_line(outcome + (lines.empty() ? "" : ": ") + lines.substr(0, end));
    while (end != std::string::npos) {
        const std::size_t begin = end + 1;
        end = lines.find('\n', begin);
        report.add_line("  " + lines.substr(begin, end - begin));
    }
}

Report report_of(const std::vector<TestCase>& cases, const std::vector<TestOutcome>& outcomes) {
    constexpr std::array names = {"passed", "failed", "skipped"};
    std::array<std::size_t, names.size()> counts{};
    Report report;
    report.json["cases"] = Json::array();
    for (std::size_t i = 0; i < cases.size(); i++) {
        const auto status = static_cast<std::size_t>(outcomes[i].status);
        const std::string& reason = outcomes[i].reason;
        counts[status]++;
        add_outcome(report, fmt::format("{}: {}", cases[i].id, names[status]), reason);
        Json json{{"id", cases[i].id}, {"status", names[status]}, {"reason", reason}};
        const auto add_number = [&](const char* key, const std::optional<double>& number) {
            json[key] = number && std::isfinite(*number) ? Json(*number) : Json();
        };
        add_number("max_error", outcomes[i].max_error);
        add_number("bound", outcomes[i].bound);
        json["file"] = cases[i].file.string();
        report.json["cases"].push_back(std::move(json));
    }
    report.text += fmt::format("{} passed, {} failed, {} skipped\n", counts[0], counts[1], counts[2]);
    for (std::size_t i = 0; i < names.size(); i++) report.json[names[i]] = counts[i];
    if (counts[1] > 0)
        report.exit_code = some_failed;
    else if (counts[0] == 0)
        report.exit_code = none_ran;
    return report;
}

/// The steps that the programs of tests go through before they are scheduled or evaluated.
std::vector<std::string> first_steps(bool evaluator) {
    std::set<std::string_view> steps;
    for (const std::vector<std::string_view>& some :
         {frontend::test_module_steps(), frontend::preparation_steps()})
        steps.insert(some.begin(), some.end());
    if (!evaluator)
        for (const std::string_view pass : frontend::pipeline_passes()) steps.insert(pass);
    return {steps.begin(), steps.end()};
}

Report test(TestOptions options, Console& console) {
    const bool evaluator = options.batch.evaluator;
    require_steps(options.batch.dump_after, first_steps(evaluator),
                  evaluator ? "The steps before evaluation" : "The steps before scheduling");
    console.step("looking for tests");
    const std::vector<TestCase> cases = find_cases(options.paths);
    std::unique_ptr<TemporaryDirectory> temporary;
    if (options.batch.build.keep_directory.empty()) {
        temporary = std::make_unique<TemporaryDirectory>();
        options.batch.directory = temporary->path();
    } else {
        options.batch.directory = options.batch.build.keep_directory;
        std::filesystem::create_directories(options.batch.directory);
    }
    if (!evaluator) {
        const scheduler::Target target = scheduler::load_target(options.batch.target);
        choose_toolchain(target, options.batch.build.compiler);
        require_slots(target, options.batch.build.threads, "a target description with more `cores`", console);
    }
    return report_of(cases, outcomes_of(cases, options, console));
}

}  // namespace

Run declare_test(CLI::App& app) {
    auto options = std::make_shared<TestOptions>();
    app.add_option("files", options->paths,
                   "test modules, programs with an .npz of the same name, and folders of these")
        ->required()
        ->type_name("FILE");
    app.add_flag("--evaluator", options->batch.evaluator, "use the reference evaluator instead of emitted C");
    options->batch.target = "native";
    app.add_option("-t,--target", options->batch.target,
                   "machine to compile for: a built-in name, native, or a YAML file")
        ->type_name("T")
        ->capture_default_str();
    add_float_rules_option(app, options->batch.float_rules);
    add_build_options(app, options->batch.build);
    add_repeated(app, "--dump-after", options->batch.dump_after,
                 "show the programs of the tests after the step NAME, or after all steps before scheduling; "
                 "may be repeated",
                 "NAME");
    app.add_option("--timeout", options->batch.time_limit,
                   "seconds of processor time for compiling one test, and for executing it")
        ->type_name("S")
        ->check(positive_number)
        ->capture_default_str();
    options->jobs = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    app.add_option("-j,--jobs", options->jobs, "number of batches of tests that run concurrently")
        ->type_name("N")
        ->check(CLI::Range(1, 1024))
        ->capture_default_str();
    return [options, &app](Console& console) {
        if (options->batch.evaluator)
            refuse_options(app, {"--target", "--fp", "--cc", "--threads", "--keep", "--custom-calls"},
                           "with --evaluator nothing is compiled");
        return test(*options, console);
    };
}

}  // namespace hlo2c::driver
