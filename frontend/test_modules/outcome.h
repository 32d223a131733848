#pragma once

#include <optional>
#include <string>
#include <vector>

#include "frontend/diagnostic.h"
#include "frontend/test_modules/test_module.h"

namespace hlo2c::frontend {

enum class TestStatus : std::uint8_t { Passed, Failed, Skipped };

/// What came of one case. The reason is a line or some: why it is skipped, what went wrong, or which checks
/// of one that passed say nothing of the program.
struct TestOutcome {
    TestStatus status = TestStatus::Failed;
    std::string reason;
    std::optional<double> max_error;  ///< the largest |a - b| of all comparisons; nothing where none was made
};

/// Holds every comparison against the results of the program. Skipped where none of them depends on a result.
TestOutcome judge(const TestProgram& test, const std::vector<frontend::Literal>& results);

/// Unsupported is a skip; a mistake in the program and a bug are failures.
TestOutcome outcome_of(const Diagnostic& diagnostic);

}  // namespace hlo2c::frontend
