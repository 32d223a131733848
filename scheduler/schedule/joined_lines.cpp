#include "scheduler/schedule/joined_lines.h"

namespace hlo2c::scheduler {
namespace {

bool may_join(const ContractionProblem& problem, std::size_t inner) {
    const ResultLoop &lines = problem.results[inner - 1], &line = problem.results[inner];
    if (lines.extent == 1 || line.extent == 1 || lines.loops.empty() || line.loops.empty()) return false;
    const bool is_lhs = lines.lhs_stride != 0 && line.lhs_stride != 0;
    const bool is_rhs = lines.rhs_stride != 0 && line.rhs_stride != 0;
    const bool reads_one =
        (lines.lhs_stride == 0 && line.lhs_stride == 0) || (lines.rhs_stride == 0 && line.rhs_stride == 0);
    return is_lhs != is_rhs && reads_one && lines.stride == line.extent * line.stride;
}

}  // namespace

std::vector<std::size_t> joinable_lines(const ContractionProblem& problem) {
    std::vector<std::size_t> found;
    if (problem.staged) return found;
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

ContractionProblem walked_problem(const ContractionProblem& problem, const ContractionSchedule& schedule) {
    return schedule.joined_line > 0 ? join_lines(problem, static_cast<std::size_t>(schedule.joined_line))
                                    : problem;
}

}  // namespace hlo2c::scheduler
