#include "frontend/test_modules/reading.h"

#include "frontend/forms/read.h"
#include "frontend/ops/verify.h"

namespace hlo2c::frontend {

TestOutcome read_case(const TestCase& test) {
    const bool refusal = test.demand == Demand::Refusal;
    try {
        for (const Program& program : read_programs(test.file.string())) verify(program);
    } catch (const DiagnosticError& error) {
        if (refusal && error.diagnostic().severity == Severity::UserError)
            return {TestStatus::Passed, "", std::nullopt};
        return outcome_of(error.diagnostic());
    }
    if (refusal) return {TestStatus::Failed, "it was accepted, but must be refused", std::nullopt};
    return {TestStatus::Passed, "", std::nullopt};
}

}  // namespace hlo2c::frontend
