#include "driver/results.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "driver/error_numbers.h"
#include "frontend/accuracy/judge.h"
#include "frontend/data/arguments.h"
#include "frontend/data/compare.h"
#include "frontend/diagnostic.h"
#include "frontend/ir/donation.h"

namespace hlo2c::driver {
namespace {

using frontend::Literal;

/// JSON has no infinities or NaN, so they become strings.
Json number_json(double value) {
    if (std::isfinite(value)) return value;
    return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

void compare_result(Report& report, std::size_t index, const Literal& actual, const Literal& expected,
                    frontend::Tolerance tolerance, const ResultOptions& options) {
    if (options.relative_tolerance || options.absolute_tolerance)
        tolerance = {options.relative_tolerance.value_or(0), options.absolute_tolerance.value_or(0)};
    const frontend::Comparison verdict = frontend::compare(actual, expected, tolerance);
    report.text += fmt::format("result {}: {}\n", index, verdict.text);
    Json& json = report.json["results"].back();
    json["equal"] = verdict.equal;
    json["max_error"] = number_json(verdict.max_error);
    json["max_relative_error"] = number_json(verdict.max_relative_error);
    json["bound"] = number_json(verdict.bound);
    json["differing"] = verdict.differing;
    if (verdict.first >= 0) json["first_index"] = verdict.first_index;
    if (!verdict.equal) report.exit_code = results_differ;
}

/// The same by bounds of elements.
void judge_result(Report& report, std::size_t index, const Literal& actual,
                  const frontend::Estimate& reference) {
    const frontend::Judgement verdict = frontend::judge(actual, reference);
    report.text += fmt::format("result {}: {}\n", index, verdict.text);
    Json json = {{"index", index}, {"type", to_string(actual.type())}, {"equal", verdict.agrees}};
    json["max_error"] = number_json(verdict.max_error);
    json["bound"] = number_json(verdict.bound);
    json["error_over_bound"] = number_json(verdict.ratio);
    json["differing"] = verdict.differing;
    json["undecided"] = verdict.undecided;
    if (verdict.first >= 0) json["first_index"] = verdict.first_index;
    report.json["results"].push_back(std::move(json));
    if (!verdict.agrees) report.exit_code = results_differ;
}

/// Whether result `index` is the new content of a donated argument.
bool is_updated_argument(const frontend::Function& function, int index) {
    for (std::size_t i = 0; i < function.arguments().size(); i++)
        if (frontend::aliased_result(function, i) == index) return true;
    return false;
}

}  // namespace

std::string describe(const Literal& literal) {
    constexpr std::int64_t shown = 8;
    const std::int64_t count = literal.type().element_count();
    std::string text = to_string(literal.type()) + ":";
    for (std::int64_t i = 0; i < std::min(count, shown); i++) {
        if (frontend::is_float(literal.type().element) || frontend::is_complex(literal.type().element))
            text += fmt::format(" {:.6g}", literal.real(i));
        else
            text += fmt::format(" {}", literal.integer(i));
    }
    return count > shown ? text + " ..." : text;
}

ExpectedResults read_results(const frontend::Program& program, const std::string& path) {
    const std::vector<frontend::Type>& types = program.main().result_types;
    std::map<int, Literal> arrays =
        frontend::read_arrays(path, types, frontend::result_names(program.main()));
    ExpectedResults results;
    for (int i = 0; i < static_cast<int>(types.size()); i++) {
        if (std::holds_alternative<frontend::TokenType>(types[static_cast<std::size_t>(i)].value)) continue;
        const auto array = arrays.find(i);
        if (array != arrays.end()) {
            results.emplace_back(std::move(array->second));
        } else if (!arrays.empty() && is_updated_argument(program.main(), i)) {
            results.emplace_back();
        } else {
            fail(option_error::no_expectation, Place{.file = path},
                 fmt::format("result {} has no expected value", i), fmt::format("Add {:03}.npy.", i));
        }
    }
    return results;
}

Report compare_results(const frontend::Program& program, const std::vector<Literal>& results,
                       const ExpectedResults& expected, const ResultOptions& tolerances) {
    HLO2C_CHECK(results.size() == expected.size(), "as many results as are expected");
    const std::vector<frontend::Tolerance> usual = frontend::default_tolerances(program);
    HLO2C_CHECK(results.size() == usual.size(), "each result of the program has a tolerance");
    Report report;
    report.json["results"] = Json::array();
    for (std::size_t i = 0; i < results.size(); i++) {
        report.json["results"].push_back({{"index", i}, {"type", to_string(results[i].type())}});
        if (!expected[i]) {
            report.text +=
                fmt::format("result {}: an argument updated in place, without an expected value\n", i);
            continue;
        }
        compare_result(report, i, results[i], *expected[i], usual[i], tolerances);
    }
    report.json["equal"] = report.exit_code == 0;
    return report;
}

Report compare_with_reference(const frontend::Program& program, const std::vector<Literal>& results,
                              const std::vector<frontend::Estimate>& reference,
                              const ResultOptions& tolerances, scheduler::FloatRules rules) {
    HLO2C_CHECK(results.size() == reference.size(), "the reference has as many results");
    Report report;
    if (rules != scheduler::FloatRules::Strict || tolerances.relative_tolerance ||
        tolerances.absolute_tolerance) {
        ExpectedResults expected;
        for (const frontend::Estimate& estimate : reference) expected.emplace_back(estimate.value);
        report = compare_results(program, results, expected, tolerances);
    } else {
        report.json["results"] = Json::array();
        for (std::size_t i = 0; i < results.size(); i++) judge_result(report, i, results[i], reference[i]);
        report.json["equal"] = report.exit_code == 0;
    }
    for (std::size_t i = 0; i < results.size(); i++) {
        const std::int64_t distance = frontend::max_ulp_distance(results[i], reference[i].value);
        report.json["results"][i]["max_ulp"] = distance;
        report.text += distance == INT64_MAX ? fmt::format("result {}: NaN differs from a number\n", i)
                                             : fmt::format("result {}: at most {} ULP apart\n", i, distance);
    }
    return report;
}

Report report_results(const frontend::Program& program, const std::vector<Literal>& results,
                      const ResultOptions& options) {
    Report report;
    if (!options.expected.empty()) {
        report = compare_results(program, results, read_results(program, options.expected), options);
    } else {
        report.json["results"] = Json::array();
        for (std::size_t i = 0; i < results.size(); i++) {
            report.json["results"].push_back({{"index", i}, {"type", to_string(results[i].type())}});
            report.text += fmt::format("result {}: {}\n", i, describe(results[i]));
        }
    }
    if (!options.output_directory.empty()) frontend::write_arrays(options.output_directory, results);
    return report;
}

}  // namespace hlo2c::driver
