#include "scheduler/schedule/packed_form.h"

#include "scheduler/schedule/joined_lines.h"
#include "scheduler/schedule/winograd_transform.h"

namespace hlo2c::scheduler {

std::int64_t PackedBlock::element_count() const {
    std::int64_t count = 1;
    for (const Loop& loop : loops) count *= loop.extent;
    return count;
}

int steps_of_trip(const ContractionProblem& problem, const ContractionSchedule& schedule, std::size_t r) {
    return schedule.bytes != ByteProducts::None && r + 1 == problem.reductions.size() ? bytes_in_word : 1;
}

PackedBlock packed_block(const ContractionProblem& problem, const ContractionSchedule& schedule,
                         const VectorBox& box, bool is_rhs, std::int64_t offset) {
    const std::int64_t along = problem.results[schedule.vector_loop].operand_stride(is_rhs);
    const std::int64_t width = box.width();
    PackedBlock block{.offset = offset + box.begin * along};
    for (std::size_t l = 0; l < problem.results.size(); l++) {
        const std::int64_t stride = problem.results[l].operand_stride(is_rhs);
        if (l != schedule.vector_loop && stride != 0)
            block.loops.push_back({problem.results[l].extent, stride});
    }
    block.loops.push_back({box.extent / width, along * width});
    for (std::size_t r = 0; r < problem.reductions.size(); r++) {
        const ReductionLoop& loop = problem.reductions[r];
        const int steps = steps_of_trip(problem, schedule, r);
        block.loops.push_back({loop.extent / steps, loop.operand_stride(is_rhs) * steps});
    }
    block.loops.push_back({width, along});
    if (schedule.bytes != ByteProducts::None)
        block.loops.push_back({bytes_in_word, problem.reductions.back().operand_stride(is_rhs)});
    return block;
}

bool is_read_packed(const ContractionProblem& problem, const ContractionSchedule& schedule, bool is_rhs) {
    const OperandForm form = is_rhs == schedule.panel_is_rhs ? schedule.panel_form : schedule.row_form;
    return form == OperandForm::PackedWeight ||
           (form == OperandForm::PackedPanel && problem.operand(is_rhs).is_constant);
}

std::vector<PackedBlock> packed_form(const ContractionProblem& problem, const ContractionSchedule& schedule,
                                     bool is_rhs, std::int64_t offset) {
    std::vector<PackedBlock> blocks;
    if (!is_read_packed(problem, schedule, is_rhs)) return blocks;
    const ContractionProblem walked = walked_problem(problem, schedule);
    for (const ContractionBox& part : schedule.boxes)
        blocks.push_back(packed_block(walked, schedule, part.box, is_rhs, offset));
    return blocks;
}

PackedBlock packed_windows(const ContractionProblem& problem, const WinogradSchedule& schedule,
                           std::int64_t offset) {
    const SlidingWindows& windows = *problem.windows;
    const std::int64_t size = winograd_transform(schedule.outputs).inputs();
    const std::int64_t width = schedule.tile.width(), along = windows.features.rhs_stride;
    return {.offset = offset,
            .loops = {{size, 0},
                      {size, 0},
                      {windows.features.extent / width, along * width},
                      {windows.channels.extent, windows.channels.rhs_stride},
                      {width, along}},
            .windows = TransformedWindows{schedule.outputs, windows.window_rows.rhs_stride,
                                          windows.window_columns.rhs_stride}};
}

}  // namespace hlo2c::scheduler
