#include "frontend/test_modules/outcome.h"

#include <fmt/format.h>

#include <algorithm>

#include "frontend/accuracy/judge.h"

namespace hlo2c::frontend {
namespace {

const Literal& value_of(const ComparedValue& value, const std::vector<Literal>& results) {
    if (value.result < 0) return value.literal;
    HLO2C_CHECK(static_cast<std::size_t>(value.result) < results.size(), "a compared result was computed");
    return results[static_cast<std::size_t>(value.result)];
}

/// Two literals, or the same result on both sides: the computation cannot change the verdict.
bool is_idle(const Comparand& comparand) {
    return comparand.actual.result < 0 ? comparand.expected.result < 0
                                       : comparand.actual.result == comparand.expected.result;
}

/// The outcome of a test whose checks all hold: passed, or skipped if none of them depends on the program.
TestOutcome weighed(const TestProgram& test, TestOutcome outcome) {
    if (test.factors) return outcome;
    const std::vector<Comparand>& all = test.comparands;
    const auto idle = static_cast<std::size_t>(std::count_if(all.begin(), all.end(), is_idle));
    if (idle == 0 && !all.empty()) return outcome;
    if (idle < all.size()) {
        outcome.reason = fmt::format("{} of {} checks compare a value with itself", idle, all.size());
        return outcome;
    }
    return {TestStatus::Skipped,
            all.empty() ? "it checks nothing" : "its checks compare values with themselves", std::nullopt};
}

CheckVerdict verdict_on(const Comparand& comparand, const std::vector<Literal>& results) {
    const Literal& actual = value_of(comparand.actual, results);
    if (!comparand.estimate)
        return check_tensors(actual, value_of(comparand.expected, results), comparand.check);
    const Judgement judgement = judge(actual, *comparand.estimate);
    return {judgement.agrees, judgement.max_error, judgement.text};
}

}  // namespace

TestOutcome judge(const TestProgram& test, const std::vector<Literal>& results) {
    TestOutcome outcome{TestStatus::Passed, "", std::nullopt};
    for (const Comparand& comparand : test.comparands) {
        const CheckVerdict verdict = verdict_on(comparand, results);
        outcome.max_error = std::max(outcome.max_error.value_or(0), verdict.max_error);
        if (verdict.holds) continue;
        outcome.status = TestStatus::Failed;
        if (!outcome.reason.empty()) outcome.reason += "\n";
        outcome.reason += fmt::format("{}: {}", comparand.name, verdict.text);
    }
    if (test.factors) {
        double largest = outcome.max_error.value_or(0);
        const ExpectedFactors& factors = *test.factors;
        const std::string wrong =
            check_factorization(factors.factorization, results, factors.values ? &*factors.values : nullptr,
                                factors.absolute, factors.relative, largest);
        outcome.max_error = largest;
        if (!wrong.empty()) {
            outcome.status = TestStatus::Failed;
            outcome.reason += (outcome.reason.empty() ? "" : "\n") + wrong;
        }
    }
    return outcome.status == TestStatus::Passed ? weighed(test, std::move(outcome)) : outcome;
}

TestOutcome outcome_of(const Diagnostic& diagnostic) {
    const std::string text = format(diagnostic);
    if (diagnostic.severity != Severity::Unsupported) return {TestStatus::Failed, text, std::nullopt};
    const std::string& op = diagnostic.place.op;
    return {TestStatus::Skipped, text.substr(0, text.find('\n')) + (op.empty() ? "" : " (" + op + ")"),
            std::nullopt};
}

}  // namespace hlo2c::frontend
