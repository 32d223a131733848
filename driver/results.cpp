#include "driver/results.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "frontend/data/arguments.h"
#include "frontend/data/compare.h"
#include "frontend/diagnostic.h"

namespace hlo2c::driver {
namespace {

using frontend::Literal;
constexpr int results_differ = 3;

/// JSON has no infinities and no NaN: they become text.
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

/// Result `index` is the new content of an argument that the program's owner donated.
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
    std::map<int, Literal> arrays = frontend::read_arrays(path, types);
    ExpectedResults results;
    for (int i = 0; i < static_cast<int>(types.size()); i++) {
        if (std::holds_alternative<frontend::TokenType>(types[static_cast<std::size_t>(i)].value)) continue;
        const auto array = arrays.find(i);
        if (array != arrays.end()) {
            results.emplace_back(std::move(array->second));
        } else if (!arrays.empty() && is_updated_argument(program.main(), i)) {
            results.emplace_back();
        } else {
            fail(635, Place{.file = path}, fmt::format("nothing is expected for result {}", i),
                 fmt::format("Add {:03}.npy.", i));
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
            report.text += fmt::format("result {}: an argument updated in place, nothing is expected\n", i);
            continue;
        }
        compare_result(report, i, results[i], *expected[i], usual[i], tolerances);
    }
    report.json["equal"] = report.exit_code == 0;
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
