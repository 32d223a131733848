#include "scheduler/schedule/zero_lines.h"

#include <algorithm>

#include "frontend/integer_division.h"

namespace hlo2c::scheduler {
namespace {

/// The result loop that walks the padded dimension alone, or the number of loops.
std::size_t result_loop_of(const ContractionProblem& walked, const PeeledLoop& loop) {
    const auto walks = [&](const ResultLoop& result) {
        return result.line == 0 && result.loops == std::vector<int>{loop.own_loop};
    };
    const auto& results = walked.results;
    return static_cast<std::size_t>(std::find_if(results.begin(), results.end(), walks) - results.begin());
}

bool is_around_tiles(const ContractionProblem& walked, const ContractionSchedule& schedule,
                     const PeeledLoop& loop) {
    const std::size_t result = result_loop_of(walked, loop);
    if (result == walked.results.size() || result == schedule.vector_loop ||
        static_cast<int>(result) == schedule.row_loop)
        return false;
    return std::all_of(schedule.boxes.begin(), schedule.boxes.end(), [&](const ContractionBox& part) {
        return loop.reduction + static_cast<std::size_t>(part.unrolled_steps) < walked.reductions.size();
    });
}

}  // namespace

double share_inside(const PeeledLoop& loop, std::int64_t results, std::int64_t window) {
    std::int64_t inside = 0;
    for (std::int64_t result = 0; result < results; result++)
        for (std::int64_t step = 0; step < window; step++) {
            const std::int64_t position = result * loop.step + step * loop.dilation - loop.low;
            inside += position >= 0 && position < loop.size ? 1 : 0;
        }
    return as_double(inside) / as_double(results * window);
}

std::vector<PeeledLoop> lines_left_out(const ContractionProblem& walked,
                                       const ContractionSchedule& schedule) {
    std::vector<PeeledLoop> lines;
    const OperandForm form = schedule.panel_is_rhs ? schedule.row_form : schedule.panel_form;
    if (form == OperandForm::Direct)
        std::copy_if(walked.zero_lines.begin(), walked.zero_lines.end(), std::back_inserter(lines),
                     [&](const PeeledLoop& loop) { return is_around_tiles(walked, schedule, loop); });
    return lines;
}

double computed_share(const ContractionProblem& walked, const ContractionSchedule& schedule) {
    double share = 1;
    if (walked.windows) return share;
    for (const PeeledLoop& loop : lines_left_out(walked, schedule))
        share *= share_inside(loop, walked.results[result_loop_of(walked, loop)].extent,
                              walked.reductions[loop.reduction].extent);
    return share;
}

}  // namespace hlo2c::scheduler
