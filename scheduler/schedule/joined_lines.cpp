#include "scheduler/schedule/joined_lines.h"

namespace hlo2c::scheduler {
namespace {

/// True if all results that an iteration of a loop stores lie before those of its next one.
bool enclose_each_other(const std::vector<ResultLoop>& loops) {
    for (std::size_t l = 1; l < loops.size(); l++)
        if (loops[l - 1].stride < loops[l].extent * loops[l].stride) return false;
    return loops.back().stride == 1;
}

bool follow_each_other(const ContractionProblem& problem, std::size_t inner) {
    const ResultLoop &lines = problem.results[inner - 1], &line = problem.results[inner];
    return lines.stride == line.extent * line.stride;
}

bool may_join(const ContractionProblem& problem, std::size_t inner) {
    const ResultLoop &lines = problem.results[inner - 1], &line = problem.results[inner];
    if (lines.extent == 1 || line.extent == 1 || lines.loops.empty() || line.loops.empty()) return false;
    const bool is_lhs = lines.lhs_stride != 0 && line.lhs_stride != 0;
    const bool is_rhs = lines.rhs_stride != 0 && line.rhs_stride != 0;
    const bool reads_one =
        (lines.lhs_stride == 0 && line.lhs_stride == 0) || (lines.rhs_stride == 0 && line.rhs_stride == 0);
    return is_lhs != is_rhs && reads_one &&
           (follow_each_other(problem, inner) || enclose_each_other(problem.results));
}

}  // namespace

std::vector<std::size_t> joinable_lines(const ContractionProblem& problem) {
    std::vector<std::size_t> found;
    if (problem.staged || !problem.peeled.empty()) return found;
    for (std::size_t l = 1; l < problem.results.size(); l++)
        if (may_join(problem, l)) found.push_back(l);
    return found;
}

ContractionProblem join_lines(const ContractionProblem& problem, std::size_t inner) {
    ContractionProblem joined = problem;
    const ResultLoop& lines = problem.results[inner - 1];
    ResultLoop& line = joined.results[inner];
    line.line = line.extent;
    line.lines = lines.loops.back();
    line.extent *= lines.extent;
    joined.results.erase(joined.results.begin() + static_cast<std::ptrdiff_t>(inner) - 1);
    return joined;
}

bool are_evenly_spaced(const ContractionProblem& problem, std::size_t inner) {
    const ResultLoop &lines = problem.results[inner - 1], &line = problem.results[inner];
    return lines.lhs_stride == line.extent * line.lhs_stride &&
           lines.rhs_stride == line.extent * line.rhs_stride;
}

ResultNumbers number_results(const ContractionProblem& problem, std::size_t inner) {
    const std::vector<ResultLoop>& loops = problem.results;
    ResultNumbers numbers;
    const auto without_lines = [&](std::vector<std::int64_t> strides) {
        strides.erase(strides.begin() + static_cast<std::ptrdiff_t>(inner) - 1);
        return strides;
    };
    std::vector<std::int64_t> strides(loops.size());
    if (follow_each_other(problem, inner)) {
        for (std::size_t l = 0; l < loops.size(); l++) strides[l] = loops[l].stride;
        return {without_lines(std::move(strides)), {}};
    }
    std::int64_t next = 1;
    for (std::size_t l = loops.size(); l-- > 0;) {
        strides[l] = next;
        next *= loops[l].extent;
        if (l + 1 == inner) next += strides[l];  // a line, so that its gap is counted in whole lines
        if (l == 0) break;
        std::int64_t place = next;
        for (const ResultGap& gap : numbers.gaps) place += next / gap.results * gap.elements;
        if (loops[l - 1].stride != place) numbers.gaps.push_back({next, loops[l - 1].stride - place});
    }
    numbers.strides = without_lines(std::move(strides));
    return numbers;
}

ContractionProblem walked_problem(const ContractionProblem& problem, const ContractionSchedule& schedule) {
    return schedule.joined_line > 0 ? join_lines(problem, static_cast<std::size_t>(schedule.joined_line))
                                    : problem;
}

}  // namespace hlo2c::scheduler
