#include "driver/conformance/batch.h"

#include <fmt/format.h>

#include <memory>
#include <span>

#include "driver/compile_library.h"
#include "driver/conformance/test_module.h"
#include "driver/execute.h"
#include "driver/version.h"
#include "frontend/evaluate/evaluate.h"
#include "frontend/passes/refine_shapes.h"
#include "scheduler/merge_plans.h"

namespace hlo2c::driver {
namespace {

/// A case that was compiled.
struct CompiledCase {
    std::size_t number = 0;
    TestProgram test;
    scheduler::Plan plan;
};

/// Sizes that the program leaves open are those of its arrays.
void take_sizes(TestProgram& test) {
    for (std::size_t i = 0; i < test.arguments.size(); i++)
        frontend::set_argument_shape(test.program, static_cast<int>(i), test.arguments[i].type().shape);
}

/// Runs `step` and gives its outcome, or that of what it throws.
template <typename Step>
std::optional<TestOutcome> guarded(const Step& step) {
    try {
        return step();
    } catch (const DiagnosticError& error) {
        return outcome_of(error.diagnostic());
    } catch (const std::exception& error) {
        return TestOutcome{TestStatus::Failed, fmt::format("unexpected failure: {}", error.what()), {}};
    }
}

class EmittedBatch {
public:
    EmittedBatch(const BatchOptions& options, const BatchObserver& observer)
        : options_(options), observer_(observer), target_(scheduler::load_target(options.target)) {
        quiet_.set_quiet(true);
    }

    /// Nothing where the case was compiled and waits to be executed.
    std::optional<TestOutcome> compile(std::size_t number, const TestCase& test) {
        return guarded([&]() -> std::optional<TestOutcome> {
            auto made = std::make_unique<CompiledCase>();
            made->number = number;
            made->test = make_test_program(test);
            take_sizes(made->test);
            if (made->test.program.main().result_types.empty()) return judge(made->test, {});
            made->plan = make_plan(made->test.program, {}, target_);
            codegen::write_library(made->plan, {.name = "alone"});
            compiled_.push_back(std::move(made));
            return std::nullopt;
        });
    }

    void execute() { execute(compiled_, options_.directory); }

private:
    using Cases = std::span<const std::unique_ptr<CompiledCase>>;

    void execute(Cases cases, const std::filesystem::path& directory) {
        if (cases.empty()) return;
        observer_.builds();
        std::unique_ptr<BuiltLibrary> built;
        const CompiledLibrary library = merge(cases);
        const std::optional<TestOutcome> rejected = guarded([&]() -> std::optional<TestOutcome> {
            BuildOptions build = options_.build;
            build.keep_directory = directory.string();
            built = std::make_unique<BuiltLibrary>(library, build, "-O1", quiet_);
            return std::nullopt;
        });
        if (!rejected) {
            for (std::size_t i = 0; i < cases.size(); i++) run(*built, i, *cases[i]);
        } else if (cases.size() == 1) {
            observer_.ends(cases[0]->number, *rejected);
        } else {
            const std::size_t half = cases.size() / 2;
            execute(cases.subspan(0, half), directory.string() + "a");
            execute(cases.subspan(half), directory.string() + "b");
        }
    }

    CompiledLibrary merge(Cases cases) const {
        scheduler::MergedPlan merged("tests", target_);
        for (std::size_t i = 0; i < cases.size(); i++) merged.add(cases[i]->plan, fmt::format("case_{}", i));
        CompiledLibrary library;
        library.options.name = "tests";
        library.options.version = version_text;
        library.plan = merged.plan();
        library.name = codegen::library_name(library.plan, library.options);
        library.files = codegen::write_library(library.plan, library.options);
        return library;
    }

    void run(const BuiltLibrary& built, std::size_t function, const CompiledCase& made) const {
        observer_.begins(made.number);
        const std::optional<TestOutcome> outcome = guarded([&]() -> std::optional<TestOutcome> {
            return judge(made.test, built.run(made.test.arguments, function));
        });
        observer_.ends(made.number, *outcome);
    }

    const BatchOptions& options_;
    const BatchObserver& observer_;
    scheduler::Target target_;
    Console quiet_;
    std::vector<std::unique_ptr<CompiledCase>> compiled_;
};

std::optional<TestOutcome> evaluate_case(const TestCase& test) {
    return guarded([&]() -> std::optional<TestOutcome> {
        const TestProgram made = make_test_program(test);
        return judge(made, frontend::evaluate(made.program, made.arguments));
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
            emitted ? emitted->compile(i, *cases[i]) : evaluate_case(*cases[i]);
        if (outcome) observer.ends(i, *outcome);
    }
    if (emitted) emitted->execute();
}

}  // namespace hlo2c::driver
