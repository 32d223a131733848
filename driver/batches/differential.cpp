#include "driver/batches/differential.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <memory>

#include "driver/batches/workers.h"
#include "driver/execution/process.h"
#include "driver/execution/toolchain.h"
#include "driver/without_effect.h"
#include "frontend/accuracy/analysis.h"
#include "frontend/data/arguments.h"
#include "frontend/files.h"
#include "frontend/forms/text/printer.h"
#include "frontend/ops/op_traits.h"
#include "frontend/passes/flatten_tuples.h"
#include "frontend/random_programs/coverage.h"
#include "frontend/random_programs/shrink.h"

namespace hlo2c::driver {
namespace {

using frontend::ComparedValue;
using frontend::TestCase;
using frontend::TestOutcome;
using frontend::TestProgram;
using frontend::TestStatus;
using frontend::write_file;
using frontend::random_programs::coverage_text;
using frontend::random_programs::random_program;
using frontend::random_programs::RandomProgram;
using frontend::random_programs::shrink;

namespace fs = std::filesystem;

const std::vector<BuildMode>& build_modes() {
    static const std::vector<BuildMode> modes = {{"gcc-O1", "gcc", "-O1"},
                                                 {"gcc-O3", "gcc", "-O3", {1, 2, 3, 4, 7}},
                                                 {"clang", "clang-14", "-O1"},
                                                 {"scalar", "gcc -DHLO2C_SCALAR", "-Og"},
                                                 {"cc", "", "-O1"}};
    return modes;
}

std::vector<BuildMode> chosen_modes(const std::vector<std::string>& names) {
    std::vector<BuildMode> chosen;
    for (const BuildMode& mode : build_modes())
        if (names.empty() ? !mode.compiler.empty()
                          : std::find(names.begin(), names.end(), mode.name) != names.end())
            chosen.push_back(mode);
    return chosen;
}

std::uint64_t number_of(const TestCase& test) {
    std::uint64_t number = 0;
    std::from_chars(test.id.data(), test.id.data() + test.id.size(), number);
    return number;
}

std::vector<TestOutcome> run_all(const std::vector<TestCase>& cases, const BatchOptions& options, int jobs,
                                 const std::function<void(std::size_t)>& ended) {
    std::vector<const TestCase*> all;
    for (const TestCase& test : cases) all.push_back(&test);
    return run_in_workers(all, options, jobs, ended);
}

/// Runs the given programs; returns the index of the first that fails, or -1.
class FailureSearch {
public:
    FailureSearch(const DifferentialOptions& options, const fs::path& directory)
        : options_(options), directory_(directory) {}

    int operator()(const std::vector<RandomProgram>& programs) {
        std::vector<TestCase> cases(programs.size());
        for (std::size_t i = 0; i < cases.size(); i++) cases[i].id = std::to_string(i);
        BatchOptions batch = options_.batch;
        batch.directory = directory_ / fmt::format("shrinking{}", rounds_++);
        batch.read = [&](const TestCase& test, const frontend::Observer&) {
            return judged_program(programs[number_of(test)]);
        };
        fs::create_directories(batch.directory);
        const std::vector<TestOutcome> outcomes = run_all(cases, batch, options_.jobs, [](std::size_t) {});
        fs::remove_all(batch.directory);
        for (std::size_t i = 0; i < outcomes.size(); i++) {
            if (outcomes[i].status != TestStatus::Failed) continue;
            reason_ = outcomes[i].reason;
            return static_cast<int>(i);
        }
        return -1;
    }

    const std::string& reason() const { return reason_; }

private:
    const DifferentialOptions& options_;
    fs::path directory_;
    int rounds_ = 0;
    std::string reason_;
};

struct Counts {
    std::map<std::string, std::uint64_t> ops, types;

    void add(const frontend::Program& program) {
        for (const frontend::Function& function : program.functions) {
            for (const frontend::Value& value : function.values)
                if (value.type.is_tensor()) {
                    const frontend::TensorType& type = value.type.as_tensor();
                    types[type.is_quantized() ? "quantized" : std::string(spelling(type.element))]++;
                }
            frontend::for_each_op(function.body, [&](const frontend::Op& op) {
                if (!has_trait(op.code, frontend::op_trait::Terminator))
                    ops[std::string(spelling(op.code))]++;
            });
        }
    }
};

std::string list_text(const char* title, const std::map<std::string, std::uint64_t>& counts) {
    std::string text = fmt::format("{}:", title);
    for (const auto& [name, count] : counts) text += fmt::format(" {} {},", name, count);
    text.back() = '\n';
    return text;
}

/// Writes a program, its arguments and a description of the difference to a folder.
void write_failure(const fs::path& folder, const RandomProgram& random, std::uint64_t seed,
                   std::uint64_t number, const std::string& reason) {
    fs::create_directories(folder);
    std::string text = fmt::format("// Random program {} of seed {}.\n", number, seed);
    for (std::size_t at = 0; at < reason.size();) {
        const std::size_t end = std::min(reason.find('\n', at), reason.size());
        text += "// " + reason.substr(at, end - at) + "\n";
        at = end + 1;
    }
    write_file(folder / "program.mlir", text + frontend::print_stablehlo_text(random.program));
    frontend::write_arrays((folder / "args").string(), random.arguments);
}

/// Sets what the batches of programs are built with.
void choose_builds(DifferentialOptions& options, const fs::path& temporary) {
    options.batch.directory = temporary / "batches";
    options.batch.modes = chosen_modes(options.modes);
    const auto is_users = [](const BuildMode& mode) { return mode.compiler.empty(); };
    const std::vector<BuildMode>& modes = options.batch.modes;
    // Where the user's compiler alone is asked for, it is a fast one: the check would take longer.
    options.batch.certified = !std::all_of(modes.begin(), modes.end(), is_users);
    if (!options.batch.build.compiler.empty() && std::none_of(modes.begin(), modes.end(), is_users))
        no_effect("--cc", "it is the compiler of the mode cc, which is not chosen", "Add --mode cc.");
    if (options.batch.build.threads > 1)
        for (BuildMode& mode : options.batch.modes) mode.threads = {1, options.batch.build.threads};
    const scheduler::Target target = scheduler::load_target(options.batch.target);
    for (const BuildMode& mode : options.batch.modes)
        choose_toolchain(target, mode.compiler.empty() ? options.batch.build.compiler : mode.compiler);
    options.batch.read = [seed = options.seed](const TestCase& test, const frontend::Observer&) {
        return judged_program(random_program(seed, number_of(test)));
    };
    fs::create_directories(options.batch.directory);
}

/// Reports a program whose results differ and, where failures are kept, stores the smallest program that
/// fails.
void report_failure(Report& report, const DifferentialOptions& options, std::uint64_t number,
                    const std::string& reason, const fs::path& temporary, Console& console) {
    report.text += fmt::format("program {}: {}\n", number, reason);
    report.json["differing"].push_back({{"program", number}, {"reason", reason}});
    if (options.failures.empty()) return;
    console.step(fmt::format("shrinking program {}", number));
    FailureSearch search(options, temporary);
    const fs::path folder = options.failures / fmt::format("{}-{}", options.seed, number);
    const RandomProgram whole = random_program(options.seed, number);
    write_failure(folder, whole, options.seed, number, reason);  // exists while the program is shrunk
    const RandomProgram small = shrink(whole, std::ref(search));
    fs::remove_all(folder);
    write_failure(folder, small, options.seed, number, search.reason().empty() ? reason : search.reason());
    report.add_line("  shrunk to: " + (folder / "program.mlir").string());
}

}  // namespace

std::vector<std::string> build_mode_names() {
    std::vector<std::string> names;
    for (const BuildMode& mode : build_modes()) names.push_back(mode.name);
    return names;
}

TestProgram judged_program(const RandomProgram& random) {
    TestProgram test;
    test.program = random.program;
    test.arguments = random.arguments;
    frontend::Program flat = random.program;
    frontend::flatten_tuples(flat);
    std::vector<frontend::Estimate> estimates = frontend::estimate(flat, random.arguments);
    for (std::size_t i = 0; i < estimates.size(); i++)
        test.comparands.push_back({ComparedValue{static_cast<int>(i), {}},
                                   {},
                                   {},
                                   fmt::format("result {}", i),
                                   std::move(estimates[i])});
    return test;
}

Report run_differential(DifferentialOptions options, Console& console) {
    const TemporaryDirectory temporary;
    choose_builds(options, temporary.path());
    std::vector<TestCase> cases(options.count);
    Counts counts;
    for (std::size_t i = 0; i < cases.size(); i++) {
        cases[i].id = std::to_string(options.first + i);
        counts.add(random_program(options.seed, options.first + i).program);
    }
    const std::vector<TestOutcome> outcomes =
        run_all(cases, options.batch, options.jobs,
                [&](std::size_t count) { console.counted(count, cases.size(), "programs"); });

    Report report;
    std::size_t agree = 0, in_part = 0, differ = 0, skips = 0;
    std::map<std::string, std::uint64_t> skipped;
    report.json["differing"] = Json::array();
    for (std::size_t i = 0; i < cases.size(); i++) {
        const TestOutcome& outcome = outcomes[i];
        if (outcome.status == TestStatus::Passed) agree++;
        if (outcome.status == TestStatus::Passed && !outcome.reason.empty()) in_part++;
        if (outcome.status == TestStatus::Skipped) skipped[outcome.reason]++;
        if (outcome.status != TestStatus::Failed) continue;
        differ++;
        report_failure(report, options, options.first + i, outcome.reason, temporary.path(), console);
    }
    for (const auto& [reason, count] : skipped) {
        report.text += fmt::format("{} skipped: {}\n", count, reason);
        skips += count;
    }
    report.text += list_text("ops", counts.ops) + coverage_text() + list_text("values", counts.types);
    if (in_part > 0)
        report.text += fmt::format("{} agree in part: some of their results are undecided\n", in_part);
    report.text += fmt::format("{} programs of seed {}: {} agree, {} differ, {} skipped\n", cases.size(),
                               options.seed, agree, differ, skips);
    report.json["agree"] = agree;
    report.json["agree_in_part"] = in_part;
    report.json["differ"] = differ;
    report.json["skipped"] = skipped;
    report.json["ops"] = counts.ops;
    report.json["values"] = counts.types;
    if (differ > 0) report.exit_code = results_differ;
    return report;
}

}  // namespace hlo2c::driver
