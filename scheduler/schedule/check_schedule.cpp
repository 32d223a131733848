#include <bit>

#include "frontend/diagnostic.h"
#include "scheduler/schedule/schedule.h"

namespace hlo2c::scheduler {
namespace {

bool is_width(int lanes, std::int64_t extent) {
    return lanes == 1 || (lanes > 1 && std::has_single_bit(static_cast<unsigned>(lanes)) && lanes <= extent);
}

struct ScheduleCheck {
    void check(bool holds, const char* what) const {
        HLO2C_CHECK(holds,
                    std::string("schedule: ") + what + "\n" + to_text(problem) + "\n" + to_text(schedule));
    }

    void operator()(const std::monostate&, const std::monostate&) const {}
    void operator()(const MapProblem& map, const MapSchedule& chosen) const {
        check(map.boxes.size() == chosen.boxes.size(), "a schedule for each box");
        for (std::size_t i = 0; i < map.boxes.size(); i++) {
            const ElementBox& box = map.boxes[i];
            const BoxSchedule& how = chosen.boxes[i];
            std::int64_t elements = box.loops.empty() ? 0 : 1;
            for (const ElementLoop& loop : box.loops) elements *= loop.extent;
            check(elements == box.elements, "the loops of a box reach its elements");
            if (box.loops.empty()) continue;
            const std::int64_t extent = box.loops.back().extent;
            check(is_width(how.lanes, extent), "vectors are no longer than their loop");
            check(how.overlaps == (extent % how.lanes != 0), "vectors that overlap are known");
            check(how.vectors == 1 || extent % (how.lanes * how.vectors) == 0,
                  "vectors that are stored together cover the loop");
        }
    }
    void operator()(const UpdateProblem& update, const UpdateSchedule& chosen) const {
        check(is_width(chosen.lanes, update.loops.empty() ? 1 : update.loops.back().extent),
              "vectors are no longer than their loop");
    }
    void operator()(const ScatterProblem& scatter, const ScatterSchedule& chosen) const {
        check(is_width(chosen.filled_lanes, scatter.elements), "vectors are no longer than their loop");
        check(chosen.filled_lanes == 1 || !scatter.filled.empty(), "vectors of what the kernel fills");
    }
    void operator()(const SortProblem& sort, const SortSchedule& chosen) const {
        check(chosen.merges >= 0 && chosen.merges < 62 && (std::int64_t{2} << chosen.merges) >= sort.length,
              "the last merge leaves one run");
    }
    template <typename Form, typename Chosen>
    void operator()(const Form&, const Chosen&) const {
        check(false, "a schedule of the problem's kind");
    }

    const Problem& problem;
    const Schedule& schedule;
};

}  // namespace

void check_schedule(const Problem& problem, const Schedule& schedule) {
    std::visit(ScheduleCheck{problem, schedule}, problem.form, schedule);
}

}  // namespace hlo2c::scheduler
