#include "scheduler/fourier/transform_plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>

#include "scheduler/fourier/codelets.h"
#include "scheduler/fourier/roots_of_unity.h"

namespace hlo2c::scheduler {
namespace {

/// Bytes of the parts that are computed together, on every target.
constexpr int vector_bytes = 32;

std::int64_t next_radix(std::int64_t points) {
    if (points % 4 == 0) return 4;
    for (std::int64_t radix = 2; radix * radix <= points; radix++)
        if (points % radix == 0) return radix;
    return points;
}

std::vector<std::int64_t> radices_of(std::int64_t points) {
    std::vector<std::int64_t> radices;
    for (; points > 1; points /= radices.back()) radices.push_back(next_radix(points));
    return radices;
}

/// Appends the real parts of all, then the imaginary parts. Returns where they begin.
std::int64_t append_parts(std::vector<double>& table, const std::vector<ComplexNumber>& numbers) {
    const auto begin = static_cast<std::int64_t>(table.size());
    for (const ComplexNumber& number : numbers) table.push_back(number.real);
    for (const ComplexNumber& number : numbers) table.push_back(number.imaginary);
    return begin;
}

}  // namespace

TransformPlan plan_transform(const TransformProblem& problem) {
    const int width = vector_bytes / byte_width(problem.element);
    TransformPlan plan;
    plan.points = problem.numbers();
    const std::vector<std::int64_t> radices = radices_of(plan.points);
    if (!radices.empty() && *std::max_element(radices.begin(), radices.end()) > largest_prime_codelet) {
        plan.is_chirp = true;
        plan.points =
            static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(2 * plan.points - 1)));
    }
    plan.is_in_columns = problem.inner == 1 && plan.points % width == 0 && plan.points / width >= width;
    const auto rows = static_cast<std::uint64_t>(problem.inner > 1 ? problem.inner : problem.outer);
    plan.lanes =
        plan.is_in_columns ? width : static_cast<int>(std::min<std::uint64_t>(std::bit_ceil(rows), width));
    plan.radices = radices_of(plan.is_in_columns ? plan.points / width : plan.points);
    return plan;
}

std::string to_text(const TransformPlan& plan, const TransformProblem& problem) {
    std::string text;
    if (plan.is_chirp)
        text = fmt::format("chirp of {}, a convolution of {} points; ", problem.numbers(), plan.points);
    if (!plan.radices.empty()) text += fmt::format("radix {}", fmt::join(plan.radices, ", "));
    if (plan.is_in_columns)
        return text + fmt::format(" in {} columns, then radix {}", plan.lanes, plan.lanes);
    return text + fmt::format("{}{} rows side by side", plan.radices.empty() ? "" : ", ", plan.lanes);
}

TransformTables transform_tables(const TransformPlan& plan, const TransformProblem& problem) {
    TransformTables tables;
    std::vector<double>& numbers = tables.numbers;
    const std::int64_t rows = plan.is_in_columns ? plan.points / plan.lanes : plan.points;
    std::int64_t points = rows;
    for (const std::int64_t radix : plan.radices) {
        tables.steps.push_back(static_cast<std::int64_t>(numbers.size()));
        for (std::int64_t p = 0; p < points / radix; p++)
            for (std::int64_t j = 1; j < radix; j++) {
                const ComplexNumber root = root_of_unity(p * j, points);
                numbers.insert(numbers.end(), {root.real, root.imaginary});
            }
        points /= radix;
    }
    if (plan.is_in_columns) {
        std::vector<ComplexNumber> roots;
        for (std::int64_t k = 0; k < rows; k++)
            for (std::int64_t j = 0; j < plan.lanes; j++) roots.push_back(root_of_unity(k * j, plan.points));
        tables.columns = append_parts(numbers, roots);
    }
    if (plan.is_chirp) {
        const Chirp chirp = chirp_of(problem.numbers(), plan.points);
        tables.chirp = append_parts(numbers, chirp.numbers);
        tables.filter = append_parts(numbers, chirp.filter);
    }
    if (problem.is_halved()) {
        std::vector<ComplexNumber> roots;
        for (std::int64_t k = 0; k < problem.kept(); k++) roots.push_back(root_of_unity(k, problem.length));
        tables.halves = append_parts(numbers, roots);
    }
    if (numbers.empty()) numbers.push_back(1);  // a table has at least one number
    return tables;
}

}  // namespace hlo2c::scheduler
