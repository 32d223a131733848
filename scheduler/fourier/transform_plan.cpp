#include "scheduler/fourier/transform_plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <utility>

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

class Tables {
public:
    std::int64_t size() const { return static_cast<std::int64_t>(tables_.numbers.size()); }
    void append(double number) { tables_.numbers.push_back(number); }
    void append_pair(ComplexNumber number) {
        append(number.real);
        append(number.imaginary);
    }
    /// Appends the real parts of all, then the imaginary parts. Returns where they begin.
    std::int64_t append_parts(const std::vector<ComplexNumber>& numbers) {
        const std::int64_t begin = size();
        for (const ComplexNumber& number : numbers) append(number.real);
        for (const ComplexNumber& number : numbers) append(number.imaginary);
        return begin;
    }
    TransformTables& tables() { return tables_; }

private:
    TransformTables tables_;
};

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
    Tables all;
    std::int64_t points = plan.is_in_columns ? plan.points / plan.lanes : plan.points;
    const std::int64_t rows = points;
    for (const std::int64_t radix : plan.radices) {
        all.tables().steps.push_back(all.size());
        for (std::int64_t p = 0; p < points / radix; p++)
            for (std::int64_t j = 1; j < radix; j++) all.append_pair(root_of_unity(p * j, points));
        points /= radix;
    }
    if (plan.is_in_columns) {
        std::vector<ComplexNumber> roots;
        for (std::int64_t k = 0; k < rows; k++)
            for (std::int64_t j = 0; j < plan.lanes; j++) roots.push_back(root_of_unity(k * j, plan.points));
        all.tables().columns = all.append_parts(roots);
    }
    if (plan.is_chirp) {
        const Chirp chirp = chirp_of(problem.numbers(), plan.points);
        all.tables().chirp = all.append_parts(chirp.numbers);
        all.tables().filter = all.append_parts(chirp.filter);
    }
    if (problem.is_halved()) {
        std::vector<ComplexNumber> roots;
        for (std::int64_t k = 0; k <= problem.numbers(); k++)
            roots.push_back(root_of_unity(k, problem.length));
        all.tables().halves = all.append_parts(roots);
    }
    if (all.size() == 0) all.append(1);  // a table has at least one number
    return std::move(all.tables());
}

}  // namespace hlo2c::scheduler
