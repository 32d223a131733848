#include <algorithm>
#include <numeric>

#include "frontend/integer_division.h"
#include "scheduler/schedule/parallel_loops.h"
#include "scheduler/schedule/schedule.h"
#include "scheduler/schedule/vector_width.h"

namespace hlo2c::scheduler {
namespace {

Schedule choose(const std::monostate&, const Target&) {
    return {};
}

Schedule choose(const MapProblem& problem, const Target& target) {
    return choose_map(problem, target);
}

Schedule choose(const UpdateProblem& problem, const Target& target) {
    const std::int64_t extent = problem.loops.empty() ? 1 : problem.loops.back().extent;
    const int lanes = vector_width(extent, native_lanes(target, problem.computed));
    return UpdateSchedule{lanes, extent % lanes != 0 && !problem.reads_window};
}

/// C compilers vectorise the loop over a longer window, but unroll this one.
constexpr std::int64_t unrolled_window = 16;

Schedule choose(const ScatterProblem& problem, const Target& target) {
    if (problem.window > 1 && problem.window <= unrolled_window) {
        const int lanes = vector_width(problem.window, native_lanes(target, problem.computed));
        if (problem.window % lanes == 0) return ScatterSchedule{.window_lanes = lanes};
    }
    if (problem.filled.empty()) return ScatterSchedule{};
    int native = target.lanes(1);
    for (const ScalarKind kind : problem.filled) native = std::min(native, native_lanes(target, kind));
    ScatterSchedule schedule{.filled_lanes = vector_width(problem.elements, native)};
    // Whole vectors only: a window must not be added twice.
    if (problem.side_by_side > 0)
        schedule.updated_lanes = static_cast<int>(std::gcd(problem.side_by_side, native));
    return schedule;
}

Schedule choose(const SortProblem& problem, const Target& target) {
    return choose_sort(problem, target);
}

Schedule choose(const ReductionProblem& problem, const Target& target) {
    return choose_reduction(problem, target);
}

Schedule choose(const RowProblem& problem, const Target& target) {
    return choose_row(problem, target);
}

Schedule choose(const TransformsProblem& problem, const Target&) {
    TransformsSchedule schedule;
    for (const TransformProblem& transform : problem.transforms)
        schedule.transforms.push_back(choose_transform(transform));
    return schedule;
}

Schedule choose(const MatrixProblem& problem, const Target&) {
    return choose_matrix(problem);
}

Schedule choose(const RequestsProblem& problem, const Target&) {
    return choose_requests(problem);
}

/// Ranges of a parallel loop over results share the loops over the halo.
MapSchedule choose_halo(const ContractionProblem& problem, const ParallelLoops& results, Target target) {
    if (results.loops > 0) target.cores = 1;
    return choose_map(problem.halo, target);
}

DotProductSchedule choose_dot_product(const ContractionProblem& problem, const Target& target) {
    DotProductSchedule schedule{.lanes = native_lanes(target, problem.computed)};
    const std::vector<ResultLoop>& loops = problem.results;
    for (std::size_t l = 0; l < loops.size(); l++) {
        const bool shares = (loops[l].lhs_stride == 0) != (loops[l].rhs_stride == 0);
        if (shares && loops[l].extent > 1 && loops[l].extent <= most_shared_rows)
            schedule.shared_loop = static_cast<int>(l);
    }
    const bool last_is_shared = schedule.shared_loop + 1 == static_cast<int>(loops.size());
    if (!last_is_shared && loops.back().stride == 1)
        schedule.result_lanes = vector_width(loops.back().extent, schedule.lanes);
    OuterLoops outer;
    for (std::size_t l = 0; l < loops.size(); l++) {
        if (static_cast<int>(l) == schedule.shared_loop) continue;
        const bool is_last = l + 1 == loops.size();
        const int block = is_last ? schedule.result_lanes : 1;
        outer.trips.push_back(ceil_div(loops[l].extent, block));
        outer.last_overlaps = is_last && loops[l].extent % block != 0;
    }
    schedule.parallel = choose_parallel_loops(outer, problem.flops / 8, target);
    schedule.halo = choose_halo(problem, schedule.parallel, target);
    return schedule;
}

/// Candidates of a contraction whose results fill vectors; `panel_vectors`: see contraction_candidates.
std::vector<Schedule> candidates_of(const ContractionProblem& problem, const Target& target,
                                    int panel_vectors = 0) {
    std::vector<Schedule> candidates;
    for (ContractionSchedule& each : contraction_candidates(problem, target, panel_vectors))
        candidates.emplace_back(std::move(each));
    for (WinogradSchedule& each : winograd_candidates(problem, target))
        if (panel_vectors == 0 || each.tile.vectors == panel_vectors) candidates.emplace_back(each);
    std::stable_sort(candidates.begin(), candidates.end(), [](const Schedule& a, const Schedule& b) {
        return estimated_cycles(a) < estimated_cycles(b);
    });
    for (Schedule& candidate : candidates) {
        if (auto* winograd = std::get_if<WinogradSchedule>(&candidate))
            winograd->halo = choose_halo(problem, winograd->parallel, target);
        if (auto* contraction = std::get_if<ContractionSchedule>(&candidate))
            contraction->halo = choose_halo(problem, contraction->boxes.front().parallel, target);
    }
    if (const auto product = choose_row_product(problem, target); product && panel_vectors == 0)
        candidates.insert(candidates.begin(), *product);
    return candidates;
}

Schedule choose(const ContractionProblem& problem, const Target& target) {
    if (problem.in_lanes) return choose_dot_product(problem, target);
    return candidates_of(problem, target).front();
}

}  // namespace

std::vector<Schedule> candidate_schedules(const Problem& problem, const Target& target, int panel_vectors) {
    const auto* contraction = std::get_if<ContractionProblem>(&problem.form);
    if (contraction == nullptr) return {choose_schedule(problem, target)};
    if (contraction->in_lanes) return {choose_dot_product(*contraction, target)};
    return candidates_of(*contraction, target, panel_vectors);
}

Schedule choose_schedule(const Problem& problem, const Target& target) {
    return std::visit([&](const auto& form) { return choose(form, target); }, problem.form);
}

ChosenSchedule choose_among(std::vector<Schedule> all, const Problem& problem, const ScheduleChoice& choice) {
    ChosenSchedule chosen{.candidates = std::move(all)};
    const std::vector<Schedule>& candidates = chosen.candidates;
    chosen.number = std::min(static_cast<std::size_t>(std::max(choice.candidate, 0)), candidates.size() - 1);
    if (candidates.size() > 1 && !choice.tuning.schedules.empty()) {
        const auto tuned = choice.tuning.schedules.find(to_text(problem));
        for (std::size_t i = 0; tuned != choice.tuning.schedules.end() && i < candidates.size(); i++) {
            if (decisions_text(candidates[i]) != tuned->second.schedule) continue;
            chosen.number = i;
            chosen.is_tuned = true;
            break;
        }
    }
    chosen.schedule = candidates[chosen.number];
    return chosen;
}

ChosenSchedule choose_schedule(const Problem& problem, const Target& target, const ScheduleChoice& choice) {
    return choose_among(candidate_schedules(problem, target), problem, choice);
}

}  // namespace hlo2c::scheduler
