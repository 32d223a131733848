#include "frontend/test_modules/outcome.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "frontend/accuracy/float_format.h"
#include "frontend/accuracy/judge.h"
#include "frontend/platforms.h"

namespace hlo2c::frontend {
namespace {

const Literal& value_of(const ComparedValue& value, const std::vector<Literal>& results) {
    if (value.result < 0) return value.literal;
    HLO2C_CHECK(static_cast<std::size_t>(value.result) < results.size(), "a compared result was computed");
    return results[static_cast<std::size_t>(value.result)];
}

void add_line(std::string& text, const std::string& line) {
    if (!text.empty() && !line.empty()) text += "\n";
    text += line;
}

/// True if the computed results cannot change the verdict.
bool is_idle(const Comparand& comparand) {
    return comparand.estimate ? comparand.estimate->is_undecided() : comparand.is_idle;
}

/// The outcome of a test whose checks all hold: passed, or skipped if none of them depends on what is
/// computed.
TestOutcome weighed(const TestProgram& test, TestOutcome outcome) {
    if (test.factors) return outcome;
    const std::vector<Comparand>& all = test.comparands;
    const auto idle = static_cast<std::size_t>(std::count_if(all.begin(), all.end(), is_idle));
    if (idle == 0 && !all.empty()) return outcome;
    const bool by_bounds = !all.empty() && all.front().estimate;
    if (idle < all.size()) {
        outcome.reason = by_bounds ? fmt::format("{} of {} results are undecided", idle, all.size())
                                   : fmt::format("{} of {} checks depend on nothing that the test computes",
                                                 idle, all.size());
        return outcome;
    }
    return {TestStatus::Skipped,
            all.empty() ? "it checks nothing"
            : by_bounds
                ? "its results are undecided: rounding may change each of their elements"
                : "its checks depend on nothing that it computes: they compare constants, or values with "
                  "themselves"};
}

/// Whether the check accepts some difference, and demands none.
bool has_tolerance(const Check& check) {
    return check.kind == Check::Kind::Near || check.kind == Check::Kind::Scaled ||
           (check.kind == Check::Kind::Ulp && check.least_ulp == 0);
}

/// The estimate of a compared result; nullopt for a literal.
std::optional<Estimate> estimate_of(const ComparedValue& value, const std::vector<Estimate>& results) {
    if (value.result < 0) return std::nullopt;
    return results.at(static_cast<std::size_t>(value.result));
}

/// The largest |a - b| that the check accepts for some element.
double largest_accepted(const Check& check, const Literal& expected) {
    const ElementType part = real_part(expected.type().element);
    double largest = 0;
    for (const double number : parts_of(expected)) {
        if (!std::isfinite(number)) continue;
        const double size = std::fabs(number);
        const bool is_relative = check.kind == Check::Kind::Near || check.kind == Check::Kind::Scaled;
        if (is_relative && is_float(part))
            largest = std::max(largest, check.absolute + check.relative * size);
        if (check.kind == Check::Kind::Ulp)
            largest = std::max(largest, static_cast<double>(check.most_ulp) * unit_in_last_place(part, size));
    }
    return largest;
}

void add_verdict(const Comparand& comparand, const std::vector<Literal>& results, TestOutcome& outcome) {
    const Literal& actual = value_of(comparand.actual, results);
    CheckVerdict verdict;
    double bound = 0;
    if (comparand.estimate) {
        const Judgement judgement = judge(actual, *comparand.estimate);
        verdict = {judgement.agrees, judgement.max_error, judgement.text};
        bound = judgement.bound;
    } else {
        const Literal& expected = value_of(comparand.expected, results);
        verdict = check_tensors(actual, expected, comparand.check);
        bound = largest_accepted(comparand.check, expected);
    }
    outcome.max_error = std::max(outcome.max_error.value_or(0), verdict.max_error);
    outcome.bound = std::max(outcome.bound.value_or(0), bound);
    if (verdict.holds) return;
    outcome.status = TestStatus::Failed;
    add_line(outcome.reason, fmt::format("{}: {}", comparand.name, verdict.text));
}

}  // namespace

TestOutcome judge(const TestProgram& test, const std::vector<Literal>& results) {
    TestOutcome outcome{TestStatus::Passed};
    for (const Comparand& comparand : test.comparands) add_verdict(comparand, results, outcome);
    if (test.factors) {
        double largest = outcome.max_error.value_or(0);
        const ExpectedFactors& factors = *test.factors;
        const std::string wrong =
            check_factorization(factors.factorization, results, factors.values ? &*factors.values : nullptr,
                                factors.absolute, factors.relative, largest);
        outcome.max_error = largest;
        if (!wrong.empty()) {
            outcome.status = TestStatus::Failed;
            add_line(outcome.reason, wrong);
        }
    }
    if (outcome.status == TestStatus::Passed) outcome = weighed(test, std::move(outcome));
    add_line(outcome.reason, platform_note(test.program));
    return outcome;
}

TestOutcome judge_reference(TestProgram test, const std::vector<Estimate>& results) {
    std::vector<Literal> values;
    for (const Estimate& result : results) values.push_back(result.value);
    std::size_t within_bounds = 0;
    for (Comparand& comparand : test.comparands) {
        const std::optional<Estimate> actual = estimate_of(comparand.actual, results);
        const std::optional<Estimate> given = estimate_of(comparand.expected, results);
        const bool compares = has_tolerance(comparand.check) && actual && actual->undecided_count() == 0 &&
                              (!given || given->is_exact());
        const Literal expected = value_of(comparand.expected, values);
        if (!compares || check_tensors(actual->value, expected, comparand.check).holds ||
            !judge(expected, *actual).agrees)
            continue;
        comparand.actual = {-1, expected};
        comparand.estimate = *actual;
        within_bounds++;
    }
    TestOutcome outcome = judge(test, values);
    if (within_bounds > 0)
        add_line(outcome.reason, fmt::format("{} of {} checks hold within the rounding errors of the program",
                                             within_bounds, test.comparands.size()));
    return outcome;
}

TestOutcome outcome_of(const Diagnostic& diagnostic) {
    const std::string text = format(diagnostic);
    if (diagnostic.severity != Severity::Unsupported) return {TestStatus::Failed, text};
    const std::string& op = diagnostic.place.op;
    return {TestStatus::Skipped, text.substr(0, text.find('\n')) + (op.empty() ? "" : " (" + op + ")")};
}

}  // namespace hlo2c::frontend
