#include "driver/batches/batch.h"

#include <fmt/format.h>

#include <limits>
#include <map>
#include <memory>

#include "driver/compile_library.h"
#include "driver/execution/execute.h"
#include "driver/version.h"
#include "frontend/accuracy/analysis.h"
#include "frontend/evaluate/evaluate.h"
#include "frontend/passes/refine_shapes.h"
#include "frontend/test_modules/reading.h"
#include "frontend/test_modules/stages.h"
#include "frontend/test_modules/test_module.h"
#include "scheduler/merge_plans.h"

namespace hlo2c::driver {
namespace {

using frontend::Demand;
using frontend::judge;
using frontend::judge_reference;
using frontend::outcome_of;
using frontend::read_case;
using frontend::runs_parallel;
using frontend::split_at_parallel;
using frontend::Stage;
using frontend::StageProcess;
using frontend::TestCase;
using frontend::TestOutcome;
using frontend::TestProgram;
using frontend::TestStatus;

/// A compiled case: its program, or the programs of its stages if it runs processes.
struct CompiledCase {
    std::size_t number = 0;
    TestProgram test;
    std::vector<Stage> stages;
    std::vector<scheduler::Plan> plans;
};

using Literals = std::vector<frontend::Literal>;

/// Dynamic sizes come from the arrays.
void take_sizes(TestProgram& test) {
    frontend::set_argument_shapes(test.program, test.arguments);
}

/// Runs `step` and returns its outcome, or that of the error it throws.
template <typename Step>
std::optional<TestOutcome> guarded(const Step& step) {
    try {
        return step();
    } catch (const DiagnosticError& error) {
        return outcome_of(error.diagnostic());
    } catch (const std::exception& error) {
        return TestOutcome{TestStatus::Failed, fmt::format("unexpected failure: {}", error.what())};
    }
}

class EmittedBatch {
public:
    EmittedBatch(const BatchOptions& options, const BatchObserver& observer)
        : options_(options), observer_(observer), target_(scheduler::load_target(options.target)) {
        quiet_.set_quiet(true);
    }

    /// nullopt if the case was compiled and is ready for execution.
    std::optional<TestOutcome> compile(std::size_t number, const TestCase& test) {
        return guarded([&]() -> std::optional<TestOutcome> {
            if (test.demand != Demand::Results) return read_case(test);
            auto made = std::make_unique<CompiledCase>();
            made->number = number;
            Dump dump(options_.dump_after, "");
            dump.begin_part(test.id);
            made->test = options_.read(test, dump.observer());
            take_sizes(made->test);
            const bool is_parallel = runs_parallel(made->test.program);
            if (is_parallel)
                made->stages = split_at_parallel(made->test.program);
            else if (made->test.program.main().result_types.empty())
                return judge(made->test, {});
            for (const Stage& stage : made->stages)
                for (const frontend::Program& program : stage.programs)
                    compile(*made, program, dump.observer());
            if (!is_parallel) compile(*made, made->test.program, dump.observer());
            (is_parallel ? parallel_ : compiled_).push_back(std::move(made));
            return std::nullopt;
        });
    }

    void execute() {
        for (std::vector<std::unique_ptr<CompiledCase>>* group : {&compiled_, &parallel_}) {
            Cases left;
            for (const auto& made : *group) left.push_back(made.get());
            for (std::size_t i = 0; i < options_.modes.size(); i++) {
                mode_ = &options_.modes[i];
                last_ = i + 1 == options_.modes.size();
                Cases agreeing;
                execute(left, options_.directory.string() + mode_->name + (group == &parallel_ ? "p" : ""),
                        agreeing);
                left = std::move(agreeing);
            }
        }
    }

private:
    using Cases = std::vector<const CompiledCase*>;

    void compile(CompiledCase& made, const frontend::Program& program,
                 const frontend::Observer& observer) const {
        made.plans.push_back(
            make_plan(program, {}, target_, scheduler::parse_float_rules(options_.float_rules), observer));
        codegen::write_library(made.plans.back(), {.name = "alone"});
    }

    /// Cases that pass go to `agreeing` if another mode follows; all other cases end.
    void execute(const Cases& cases, const std::filesystem::path& directory, Cases& agreeing) {
        if (cases.empty()) return;
        observer_.builds();
        std::unique_ptr<BuiltLibrary> built;
        const CompiledLibrary library = merge(cases);
        const std::optional<TestOutcome> rejected = guarded([&]() -> std::optional<TestOutcome> {
            if (options_.certified && mode_ == &options_.modes.front()) require_certified(library);
            BuildOptions build = options_.build;
            if (!mode_->compiler.empty()) build.compiler = mode_->compiler;
            build.keep_directory = directory.string();
            if (cases[0]->stages.empty())
                built = std::make_unique<BuiltLibrary>(library, build, mode_->optimisation.c_str(), quiet_);
            else
                built = std::make_unique<BuiltLibrary>(library, build, ranks(), quiet_);
            return std::nullopt;
        });
        if (!rejected) {
            std::size_t function = 0;
            for (const CompiledCase* each : cases) {
                run(*built, function, *each, agreeing);
                function += each->plans.size();
            }
        } else if (cases.size() == 1) {
            end(*cases[0], *rejected);
        } else {
            const auto half = cases.begin() + static_cast<std::ptrdiff_t>(cases.size() / 2);
            execute(Cases(cases.begin(), half), directory.string() + "a", agreeing);
            execute(Cases(half, cases.end()), directory.string() + "b", agreeing);
        }
    }

    void end(const CompiledCase& made, TestOutcome outcome) const {
        if (!mode_->name.empty() && outcome.status != TestStatus::Passed)
            outcome.reason = fmt::format("{}: {}", mode_->name, outcome.reason);
        observer_.ends(made.number, outcome);
    }

    CompiledLibrary merge(const Cases& cases) const {
        scheduler::MergedPlan merged("tests", "tests", target_);
        int number = 0;
        for (const CompiledCase* each : cases)
            for (const scheduler::Plan& plan : each->plans)
                merged.add(plan, fmt::format("case_{}", number++));
        CompiledLibrary library;
        library.options.name = "tests";
        library.options.version = version_text;
        // One file, so that the compiler reads the vector header once.
        library.options.lines_per_kernel_file = std::numeric_limits<int>::max();
        library.plan = merged.plan();
        library.name = codegen::library_name(library.plan, library.options);
        library.files = codegen::write_library(library.plan, library.options);
        return library;
    }

    void run(BuiltLibrary& built, std::size_t function, const CompiledCase& made, Cases& agreeing) const {
        observer_.begins(made.number);
        const std::optional<TestOutcome> outcome = guarded([&]() -> std::optional<TestOutcome> {
            if (!made.stages.empty()) return judge(made.test, run_stages(built, function, made));
            return run_with_threads(built, function, made);
        });
        if (!last_ && outcome->status == TestStatus::Passed)
            agreeing.push_back(&made);
        else
            end(made, *outcome);
    }

    TestOutcome run_with_threads(BuiltLibrary& built, std::size_t function, const CompiledCase& made) const {
        const std::vector<int>& counts = mode_->threads;
        if (counts.empty()) return judge(made.test, built.run(made.test.arguments, function));
        built.use_threads(counts.front());
        const Literals results = built.run(made.test.arguments, function);
        TestOutcome outcome = judge(made.test, results);
        for (std::size_t i = 1; i < counts.size() && outcome.status == TestStatus::Passed; i++) {
            built.use_threads(counts[i]);
            if (built.run(made.test.arguments, function) != results)
                outcome = {TestStatus::Failed,
                           fmt::format("the results of {} threads differ from those of {}", counts[i],
                                       counts.front()),
                           std::nullopt};
        }
        return outcome;
    }

    /// Ranks may wait for half of the time that a case may wait.
    RankOptions ranks() const {
        RankOptions ranks;
        ranks.timeout = options_.idle_limit / 2.0;
        return ranks;
    }

    /// Runs the stages in order; later stages receive the results of earlier ones. `function` is the case's
    /// first function.
    static Literals run_stages(const BuiltLibrary& built, std::size_t function, const CompiledCase& made) {
        const frontend::Function& main = made.test.program.main();
        std::map<frontend::ValueId, frontend::Literal> values = {{frontend::no_value, {}}};
        for (std::size_t i = 0; i < made.test.arguments.size(); i++)
            values[main.arguments()[i]] = made.test.arguments[i];
        const auto values_of = [&](const std::vector<frontend::ValueId>& wanted) {
            Literals found;
            for (const frontend::ValueId value : wanted) found.push_back(values.at(value));
            return found;
        };
        for (const Stage& stage : made.stages) {
            Literals feed;
            for (const std::size_t program : stage.infeed)
                for (Literals& entry : built.run_ranks({{}, {{}}, {}, {function + program}}).results)
                    feed.insert(feed.end(), entry.begin(), entry.end());
            RankRun run{stage.grid, {}, std::vector<Literals>(stage.processes.size(), feed), {}};
            for (const StageProcess& process : stage.processes) {
                run.arguments.push_back(values_of(process.arguments));
                run.functions.push_back(function + process.program);
            }
            const RankResults left = built.run_ranks(run);
            for (std::size_t rank = 0; rank < stage.processes.size(); rank++) {
                const std::vector<frontend::ValueId>& results = stage.processes[rank].results;
                for (std::size_t i = 0; i < results.size(); i++)
                    values[results[i]] = left.results[rank].at(i);
            }
            function += stage.programs.size();
        }
        return values_of(main.body.ops.back().operands);
    }

    const BatchOptions& options_;
    const BatchObserver& observer_;
    scheduler::Target target_;
    Console quiet_;
    std::vector<std::unique_ptr<CompiledCase>> compiled_, parallel_;
    const BuildMode* mode_ = nullptr;
    bool last_ = true;
};

std::optional<TestOutcome> evaluate_case(const TestCase& test, const BatchOptions& options) {
    return guarded([&]() -> std::optional<TestOutcome> {
        if (test.demand != Demand::Results) return read_case(test);
        Dump dump(options.dump_after, "");
        dump.begin_part(test.id);
        const TestProgram made = options.read(test, dump.observer());
        const TestOutcome outcome = judge(made, frontend::evaluate(made.program, made.arguments));
        if (outcome.status != TestStatus::Failed) return outcome;
        return judge_reference(made, frontend::estimate(made.program, made.arguments));
    });
}

}  // namespace

void run_batch(const std::vector<const TestCase*>& cases, const BatchOptions& options,
               const BatchObserver& observer) {
    std::unique_ptr<EmittedBatch> emitted;
    if (!options.evaluator) emitted = std::make_unique<EmittedBatch>(options, observer);
    for (std::size_t i = 0; i < cases.size(); i++) {
        observer.begins(i);
        const std::optional<TestOutcome> outcome =
            emitted ? emitted->compile(i, *cases[i]) : evaluate_case(*cases[i], options);
        if (outcome) observer.ends(i, *outcome);
    }
    if (emitted) emitted->execute();
}

}  // namespace hlo2c::driver
