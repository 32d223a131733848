#include "driver/batches/workers.h"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <csignal>
#include <thread>

#include "driver/execution/process.h"
#include "frontend/forms/text/parser.h"
#include "frontend/test_modules/test_module.h"

using Catch::Matchers::Contains;
using namespace hlo2c;
using namespace hlo2c::driver;
using frontend::TestCase;
using frontend::TestOutcome;
using frontend::TestStatus;
using std::chrono::seconds;

namespace {

frontend::TestProgram passing_program() {
    const frontend::Program module = frontend::read_stablehlo_text(R"(
func.func @checked() {
  %a = stablehlo.constant dense<[1, -2]> : tensor<2xi32>
  %b = stablehlo.abs %a : tensor<2xi32>
  check.expect_eq_const %b, dense<[1, 2]> : tensor<2xi32>
  return
}
)",
                                                                   "test.mlir");
    return frontend::take_module_apart(module, "checked", [](std::string_view, const frontend::Program&) {});
}

/// The outcomes of two cases, the first of which does `work` before its program is there.
std::vector<TestOutcome> outcomes_after(const std::function<void()>& work) {
    const std::vector<TestCase> cases = {{.id = "first"}, {.id = "second"}};
    BatchOptions options;
    options.evaluator = true;
    options.time_limit = 1;
    options.idle_limit = 4;
    options.read = [&](const TestCase& test, const frontend::Observer&) {
        if (test.id == "first") work();
        return passing_program();
    };
    return run_in_workers({&cases[0], &cases[1]}, options, 1, [](std::size_t) {});
}

void compute() {
    const volatile bool ends = false;
    while (!ends) {
    }
}

}  // namespace

TEST_CASE("a case may wait longer than its limit of processor time") {
    for (const TestOutcome& outcome : outcomes_after([] { std::this_thread::sleep_for(seconds(3)); }))
        CHECK(outcome.status == TestStatus::Passed);
}

TEST_CASE("a case that computes without end fails, and the others go on") {
    const std::vector<TestOutcome> outcomes = outcomes_after(compute);
    CHECK(outcomes[0].status == TestStatus::Failed);
    CHECK_THAT(outcomes[0].reason, Contains("longer than 1 seconds of processor time"));
    CHECK(outcomes[1].status == TestStatus::Passed);
}

TEST_CASE("what a process of a case computes counts, and it ends with the case") {
    const std::vector<TestOutcome> outcomes = outcomes_after([] {
        run_process({"sh", "-c", "while :; do :; done"});
    });
    CHECK_THAT(outcomes[0].reason, Contains("longer than 1 seconds of processor time"));
    CHECK(outcomes[1].status == TestStatus::Passed);
}

TEST_CASE("a case that waits without end fails, and the others go on") {
    const std::vector<TestOutcome> outcomes = outcomes_after([] { pause(); });
    CHECK_THAT(outcomes[0].reason, Contains("it waited for 4 seconds"));
    CHECK(outcomes[1].status == TestStatus::Passed);
}
