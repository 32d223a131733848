#include "scheduler/fourier/transform_tables.h"

#include "scheduler/fourier/roots_of_unity.h"

namespace hlo2c::scheduler {
namespace {

/// Appends the real parts of all, then the imaginary parts. Returns where they begin.
std::int64_t append_parts(std::vector<double>& table, const std::vector<ComplexNumber>& numbers) {
    const auto begin = static_cast<std::int64_t>(table.size());
    for (const ComplexNumber& number : numbers) table.push_back(number.real);
    for (const ComplexNumber& number : numbers) table.push_back(number.imaginary);
    return begin;
}

}  // namespace

TransformTables transform_tables(const TransformSchedule& schedule, const TransformProblem& problem) {
    TransformTables tables;
    std::vector<double>& numbers = tables.numbers;
    const std::int64_t rows = schedule.is_in_columns ? schedule.points / schedule.lanes : schedule.points;
    std::int64_t points = rows;
    for (const std::int64_t radix : schedule.radices) {
        tables.steps.push_back(static_cast<std::int64_t>(numbers.size()));
        for (std::int64_t p = 0; p < points / radix; p++)
            for (std::int64_t j = 1; j < radix; j++) {
                const ComplexNumber root = root_of_unity(p * j, points);
                numbers.insert(numbers.end(), {root.real, root.imaginary});
            }
        points /= radix;
    }
    if (schedule.is_in_columns) {
        std::vector<ComplexNumber> roots;
        for (std::int64_t k = 0; k < rows; k++)
            for (std::int64_t j = 0; j < schedule.lanes; j++)
                roots.push_back(root_of_unity(k * j, schedule.points));
        tables.columns = append_parts(numbers, roots);
    }
    if (schedule.is_chirp) {
        const Chirp chirp = chirp_of(problem.numbers(), schedule.points);
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
