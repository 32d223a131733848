#pragma once

#include <optional>
#include <string>
#include <vector>

#include "frontend/diagnostic.h"
#include "frontend/test_modules/test_module.h"

namespace hlo2c::frontend {

enum class TestStatus : std::uint8_t { Passed, Failed, Skipped };

/// The outcome of one case. The reason is one or more lines: why it is skipped, what went wrong, or how many
/// checks of a passed case cannot fail, and that the program was exported for another platform.
struct TestOutcome {
    TestStatus status = TestStatus::Failed;
    std::string reason;
    std::optional<double> max_error =
        {};  ///< the largest |a - b| of all comparisons; nullopt without comparisons
    std::optional<double> bound = {};  ///< the largest |a - b| that some comparison accepts
};

/// Evaluates every comparison on the results of the program. Skipped if all of them are idle.
TestOutcome judge(const TestProgram& test, const std::vector<Literal>& results);

/// The same for the reference's results. A check with a tolerance also holds where the expected number is
/// within the bound of what correct executions give: numbers that were stored elsewhere carry the rounding
/// errors of an order of additions that the reference does not have.
TestOutcome judge_reference(TestProgram test, const std::vector<Estimate>& results);

/// Unsupported features are skips; errors in the program and bugs are failures.
TestOutcome outcome_of(const Diagnostic& diagnostic);

}  // namespace hlo2c::frontend
