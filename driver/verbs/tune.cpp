#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "driver/error_numbers.h"
#include "driver/execution/process.h"
#include "driver/ranks.h"
#include "driver/tuning/comparison.h"
#include "driver/tuning/measure.h"
#include "driver/verbs/verbs.h"
#include "driver/without_effect.h"
#include "frontend/diagnostic.h"
#include "frontend/files.h"

namespace hlo2c::driver {
namespace {

namespace fs = std::filesystem;

/// Shares of the time: for the candidates, and for each of two comparisons of whole calls.
constexpr double candidates_share = 0.6, whole_share = 0.2;

struct TuneOptions {
    ProgramOptions program;
    CompilationOptions compilation;
    ArgumentOptions arguments;
    BuildOptions build;
    std::string output, bench_directory, figures;
    double seconds = 60;
    int candidates = 4;
};

/// The measurements behind a tuning, and their outcome.
struct Outcome {
    std::vector<ProblemComparison> comparisons;
    scheduler::Tuning tuning;
    std::size_t rounds = 0;
    double default_ns = 0, tuned_ns = 0;  ///< of whole calls; 0: not compared
    double seconds = 0;                   ///< spent on measuring
    std::string note;
};

class Tuner {
public:
    Tuner(const TuneOptions& options, Console& console) : options_(options), console_(console) {
        loaded_ = load_program(options.program, console);
        require_single_process(loaded_);
        arguments_ = load_or_make_arguments(loaded_, options.arguments);
        take_sizes(loaded_, arguments_);
    }

    Report run() {
        if (!options_.bench_directory.empty()) return emit_bench();
        if (!options_.figures.empty()) return report(read_figures());
        return report(measure());
    }

private:
    CompiledLibrary compile(CompilationOptions options, const std::string& suffix) {
        Dump dump;
        Console silent;
        silent.set_quiet(true);
        options.name = program_name(loaded_.program.source_path) + suffix;
        return compile_library(loaded_, options, silent, dump);
    }

    /// A program with the library that is compiled without a tuning; none if no problem has several
    /// candidates.
    BenchProgram default_program() {
        console_.step("compiling");
        CompiledLibrary library = compile(options_.compilation, "_default");
        require_use(library.plan, options_.build, console_);
        choices_ = library.plan.choices;
        BenchProgram program;
        if (choices_.empty()) return program;
        program = begin_bench_program(library.plan, arguments_);
        add_library(program, std::move(library));
        program.seconds = options_.seconds;
        if (!options_.build.custom_calls.empty())
            program.custom_calls = frontend::read_file(options_.build.custom_calls);
        return program;
    }

    /// The program with a library for each candidate number besides.
    BenchProgram candidates_program(BenchProgram program) {
        std::size_t count = 1;
        bool is_default = true;
        for (const scheduler::ProblemChoice& choice : choices_) {
            count = std::max(count, choice.candidates.size());
            is_default = is_default && choice.chosen == 0;
        }
        count = std::min(count, static_cast<std::size_t>(options_.candidates));
        for (std::size_t i = is_default ? 1 : 0; i < count; i++) {
            console_.step(fmt::format("compiling candidate {} of each problem", i));
            CompilationOptions options = options_.compilation;
            options.candidate = static_cast<int>(i);
            add_library(program, compile(options, fmt::format("_candidate{}", i)));
        }
        return program;
    }

    Outcome measure() {
        measuring_toolchain(target_of(options_.compilation), options_.build);
        const BenchProgram standard = default_program();
        Outcome outcome;
        if (choices_.empty()) {
            outcome.tuning = {
                target_of(options_.compilation).name, "unknown", options_.compilation.float_rules, {}};
            outcome.note = "no problem of the program has several candidates";
            return outcome;
        }
        const TemporaryDirectory temporary;
        const fs::path folder = options_.build.keep_directory.empty()
                                    ? temporary.path()
                                    : fs::path(options_.build.keep_directory);
        MeasuringTime time{options_.seconds};
        const BenchProgram program = candidates_program(standard);
        const BuiltBench bench(program, options_.build, folder / "candidates", console_);
        console_.step(fmt::format("measuring {} of {} for {} s",
                                  frontend::counted(program.libraries.size(), "candidate"),
                                  frontend::counted(choices_.size(), "problem"), options_.seconds));
        const Figures figures = measure_libraries(bench, candidates_share * options_.seconds, time, console_);
        outcome.seconds = options_.seconds - time.left;
        choose(outcome, figures, program.target.name);
        if (!is_changed(outcome)) return outcome;
        const BuiltBench built_standard(standard, options_.build, folder / "default", console_);
        for (int attempt = 0; attempt < 2 && is_changed(outcome); attempt++) {
            BenchProgram tuned = standard;
            tuned.libraries.clear();
            const fs::path file = temporary.path() / "tuning.yaml";
            frontend::write_file(file, to_yaml(outcome.tuning));
            console_.step("compiling with the tuning");
            CompilationOptions options = options_.compilation;
            options.tuning = file.string();
            add_library(tuned, compile(options, "_tuned"));
            const BuiltBench built(tuned, options_.build, folder / "tuned", console_);
            console_.step("comparing whole calls");
            const WholeProgram whole =
                measure_whole_program(built_standard, built, whole_share * options_.seconds, time, console_);
            outcome.default_ns = whole.standard_ns();
            outcome.tuned_ns = whole.tuned_ns();
            outcome.seconds = options_.seconds - time.left;
            if (whole.is_faster()) return outcome;
            drop_slower(outcome, whole, attempt == 1);
            take_schedules(outcome, figures, program.target.name);
        }
        return outcome;
    }

    static bool is_changed(const Outcome& outcome) {
        return std::any_of(outcome.comparisons.begin(), outcome.comparisons.end(),
                           [](const ProblemComparison& comparison) { return comparison.is_chosen; });
    }

    void choose(Outcome& outcome, const Figures& figures, const std::string& target) {
        outcome.rounds = figures.rounds;
        if (figures.rounds < 2)
            outcome.note = "there was no time for two rounds, so nothing is chosen; give more with --seconds";
        outcome.comparisons = compare_schedules(choices_, figures);
        take_schedules(outcome, figures, target);
    }

    void take_schedules(Outcome& outcome, const Figures& figures, const std::string& target) const {
        outcome.tuning = chosen_schedules(outcome.comparisons, target, figures);
        if (outcome.tuning.compiler.empty()) outcome.tuning.compiler = "unknown";
        if (outcome.tuning.rules.empty()) outcome.tuning.rules = options_.compilation.float_rules;
    }

    /// Drops the choices that are not faster among the kernels of a whole program, or all of them.
    void drop_slower(Outcome& outcome, const WholeProgram& whole, bool all) const {
        for (ProblemComparison& comparison : outcome.comparisons) {
            const std::vector<std::string>& problems = whole.tuned.problems;
            const auto found = std::find(problems.begin(), problems.end(), comparison.problem);
            const int number = static_cast<int>(found - problems.begin());
            const bool is_faster =
                !all && found != problems.end() &&
                least_time(whole.tuned, 0, number) < clearly_faster * least_time(whole.standard, 0, number);
            comparison.is_chosen = comparison.is_chosen && is_faster;
        }
        if (is_changed(outcome)) return;
        outcome.note =
            "whole calls were not measured to be faster with the chosen schedules, so the default ones stay";
        outcome.tuned_ns = outcome.default_ns;
    }

    Outcome read_figures() {
        console_.step("reading " + options_.figures);
        const Figures figures = parse_figures(frontend::read_file(options_.figures), options_.figures);
        const scheduler::Plan plan = compile(options_.compilation, "_default").plan;
        choices_ = plan.choices;
        const std::string& target = plan.target.name;
        if (figures.target != bench_target_name(plan.target))
            fail(tuning_error::options, Place{.file = options_.figures},
                 fmt::format("the figures are for the target '{}', expected '{}'", figures.target, target),
                 "Give the --target that --emit-bench was given.");
        if (figures.rules != options_.compilation.float_rules)
            fail(tuning_error::options, Place{.file = options_.figures},
                 fmt::format("the figures are for --fp={}, expected --fp={}", figures.rules,
                             options_.compilation.float_rules),
                 "Give the --fp that --emit-bench was given.");
        Outcome outcome;
        choose(outcome, figures, target);
        if (outcome.comparisons.empty()) outcome.note = "the figures have no problem of this program";
        return outcome;
    }

    Report emit_bench() {
        const BenchProgram standard = default_program();
        if (choices_.empty())
            fail(tuning_error::nothing_to_measure, Place{.file = options_.program.path},
                 "no problem of the program has several candidates",
                 "There is nothing to measure: compile the program without a tuning.");
        const BenchProgram program = candidates_program(standard);
        codegen::write_directory(write_bench_program(program), options_.bench_directory);
        Report report;
        report.json = {{"directory", options_.bench_directory},
                       {"target", program.target.name},
                       {"libraries", program.libraries.size()},
                       {"problems", program.problems.size()}};
        report.add_line(fmt::format("wrote {}: {} candidates of {} problems for {}", options_.bench_directory,
                                    program.libraries.size(), program.problems.size(), program.target.name));
        return report;
    }

    Report report(const Outcome& outcome) {
        const std::string path = options_.output.empty()
                                     ? program_name(loaded_.program.source_path) + ".tuning.yaml"
                                     : options_.output;
        frontend::write_file(path, to_yaml(outcome.tuning));
        Report report;
        report.json = {{"file", path},
                       {"target", outcome.tuning.target},
                       {"compiler", outcome.tuning.compiler},
                       {"fp", outcome.tuning.rules},
                       {"rounds", outcome.rounds},
                       {"measured_seconds", outcome.seconds},
                       {"problems", Json::array()}};
        for (const ProblemComparison& comparison : outcome.comparisons) add_problem(report, comparison);
        if (outcome.default_ns > 0 && std::isfinite(outcome.default_ns)) {
            report.json["default_us"] = outcome.default_ns / 1000;
            report.json["tuned_us"] = outcome.tuned_ns / 1000;
            report.text += fmt::format("whole calls: {:.2f} us by default, {:.2f} us tuned\n",
                                       outcome.default_ns / 1000, outcome.tuned_ns / 1000);
        }
        report.json["notes"] = Json::array();
        if (!outcome.note.empty()) {
            report.json["notes"].push_back(outcome.note);
            console_.note(outcome.note);
        }
        report.add_line(fmt::format("wrote {}: {} of {} problems are tuned", path,
                                    outcome.tuning.schedules.size(), outcome.comparisons.size()));
        return report;
    }

    static void add_problem(Report& report, const ProblemComparison& comparison) {
        const std::string& schedule = comparison.schedule();
        const bool is_dropped =
            !comparison.is_chosen && comparison.best_schedule != comparison.default_schedule;
        report.json["problems"].push_back({{"problem", comparison.problem},
                                           {"default_us", comparison.default_ns / 1000},
                                           {"best_us", comparison.best_ns / 1000},
                                           {"schedule", schedule},
                                           {"tuned", comparison.is_chosen}});
        if (report.text.empty()) report.text = "  default us     best us  problem and schedule\n";
        report.text += fmt::format("{:>12.2f}{:>12.2f}  {}\n{:>24}  {}{}\n", comparison.default_ns / 1000,
                                   comparison.best_ns / 1000, comparison.problem, "",
                                   comparison.is_chosen ? ""
                                   : is_dropped         ? "default, because whole calls were not faster: "
                                                        : "default: ",
                                   schedule);
    }

    const TuneOptions& options_;
    Console& console_;
    LoadedProgram loaded_;
    std::vector<frontend::Literal> arguments_;
    std::vector<scheduler::ProblemChoice> choices_;
};

}  // namespace

Run declare_tune(CLI::App& app) {
    auto options = std::make_shared<TuneOptions>();
    add_program_options(app, options->program);
    add_argument_options(app, options->arguments);
    add_target_options(app, options->compilation, "native");
    add_float_rules_option(app, options->compilation.float_rules);
    app.add_option("-o,--output", options->output,
                   "file for the tuning; NAME.tuning.yaml by default, with the program's name")
        ->type_name("FILE.yaml");
    app.add_option("--seconds", options->seconds, "time limit for all measurements, not counting compilation")
        ->type_name("S")
        ->check(positive_number)
        ->capture_default_str();
    app.add_option("--candidates", options->candidates, "number of candidates to measure per problem")
        ->type_name("N")
        ->check(CLI::Range(2, 64))
        ->capture_default_str();
    add_build_options(app, options->build);
    CLI::Option* bench = app.add_option("--emit-bench", options->bench_directory,
                                        "do not measure: write a C program that measures on another machine");
    bench->type_name("DIR");
    app.add_option("--read", options->figures,
                   "do not measure: derive the tuning from the output of that program")
        ->type_name("FIGURES.txt")
        ->excludes(bench);
    return [options, &app](Console& console) {
        if (!options->bench_directory.empty())
            refuse_options(app, {"--output", "--cc", "--threads", "--keep"},
                           "--emit-bench writes a program that is built and run by others");
        if (!options->figures.empty())
            refuse_options(app,
                           {"--seconds", "--candidates", "--cc", "--threads", "--keep", "--custom-calls"},
                           "--read takes figures that were measured before");
        return Tuner(*options, console).run();
    };
}

}  // namespace hlo2c::driver
