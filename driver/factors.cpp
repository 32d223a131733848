#include "driver/factors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "frontend/accuracy/analysis.h"
#include "frontend/accuracy/float_format.h"
#include "frontend/passes/dead_code_elimination.h"
#include "frontend/passes/inline_calls.h"

namespace hlo2c::driver {
namespace {

using Kind = frontend::Factorization::Kind;

std::vector<int> results_of(const frontend::Factorization& factorization) {
    std::vector<int> numbers;
    for (const int number : {factorization.values, factorization.left, factorization.right})
        if (number >= 0) numbers.push_back(number);
    return numbers;
}

bool is_finite(const frontend::Literal& literal) {
    const std::vector<double> parts = frontend::parts_of(literal);
    return std::all_of(parts.begin(), parts.end(), [](double part) { return std::isfinite(part); });
}

/// An eigenvalue of multiplicity m splits by about the m-th root of a rounding. This bound, relative to the
/// matrix, holds for m up to 4.
double spread_of_equal_values(const frontend::TensorType& matrix) {
    return std::pow(frontend::unit_roundoff(matrix.element), 0.25);
}

/// Removes all results but the last, and what computes them.
void keep_last_result(frontend::Program& program) {
    frontend::Function& main = program.main();
    std::vector<frontend::ValueId>& returned = main.body.ops.back().operands;
    returned.erase(returned.begin(), returned.end() - 1);
    main.result_types.erase(main.result_types.begin(), main.result_types.end() - 1);
    main.result_attributes.assign(1, {});
    frontend::dead_code_elimination(program);
}

/// The tolerance for products of unit vectors: eight roundings per row.
double tolerance_of(const frontend::TensorType& matrix) {
    constexpr double roundings = 8;
    const std::int64_t rows =
        std::max({matrix.shape.back(), matrix.shape[matrix.shape.size() - 2], std::int64_t{4}});
    return roundings * static_cast<double>(rows) * frontend::unit_roundoff(matrix.element);
}

}  // namespace

bool Factors::hold(std::size_t result) const {
    const std::vector<int> numbers = results_of(factorization);
    return std::find(numbers.begin(), numbers.end(), static_cast<int>(result)) != numbers.end();
}

std::optional<Factors> factors_of(const frontend::Program& program,
                                  const std::vector<frontend::Literal>& arguments,
                                  const std::vector<frontend::Estimate>& reference) {
    frontend::Program extended = program;
    frontend::inline_calls(extended);
    const std::optional<frontend::Factorization> found = frontend::take_factorization(extended);
    if (!found) return std::nullopt;
    for (const int number : results_of(*found))
        if (!is_finite(reference.at(static_cast<std::size_t>(number)).value)) return std::nullopt;
    keep_last_result(extended);
    const frontend::Estimate matrix = frontend::estimate(extended, arguments).at(0);
    Factors factors{*found, matrix.value};
    for (const double bound : matrix.bounds) factors.matrix_bound = std::max(factors.matrix_bound, bound);
    const bool splits_values =
        found->kind == Kind::General &&
        !is_complex(reference.at(static_cast<std::size_t>(found->values)).value.type().element);
    if (std::isinf(factors.matrix_bound) || splits_values) return std::nullopt;
    return factors;
}

void hold_factors(Report& report, const Factors& factors, std::vector<frontend::Literal> results,
                  const std::vector<frontend::Estimate>& reference) {
    frontend::Factorization factorization = factors.factorization;
    factorization.matrix = static_cast<int>(results.size());
    results.push_back(factors.matrix);
    const double relative = tolerance_of(factors.matrix.type());
    double largest = 0;
    std::string wrong = frontend::check_factorization(factorization, results, nullptr, factors.matrix_bound,
                                                      relative, largest);
    if (factorization.kind == Kind::General) {
        const frontend::Literal& values = reference.at(static_cast<std::size_t>(factorization.values)).value;
        factorization.left = factorization.right = -1;
        const std::string other =
            frontend::check_factorization(factorization, results, &values, factors.matrix_bound,
                                          spread_of_equal_values(factors.matrix.type()), largest);
        wrong += (wrong.empty() || other.empty() ? "" : "\n") + other;
    }
    report.text += wrong.empty()
                       ? fmt::format("factors: their products agree, largest error {:.3g}\n", largest)
                       : fmt::format("factors: {}\n", wrong);
    report.json["factors"] = {{"equal", wrong.empty()}, {"max_error", largest}};
    if (wrong.empty()) return;
    report.json["equal"] = false;
    report.exit_code = results_differ;
}

}  // namespace hlo2c::driver
