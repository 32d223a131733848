#include <algorithm>

#include "frontend/diagnostic.h"
#include "scheduler/schedule/schedule.h"
#include "scheduler/schedule/vector_width.h"

namespace hlo2c::scheduler {
namespace {

/// Reductions up to this many steps are unrolled completely.
constexpr std::int64_t unrolled_reduction = 12;
/// Epilogues are unrolled over the results of a tile up to this cost; longer ones are loops.
constexpr int unrolled_epilogue = 336;
/// What a kernel's accumulators and arrays may take of the stack that one function may use.
constexpr std::int64_t stack_bytes = 1792;
/// A repacked panel up to this size lives on the stack.
constexpr std::int64_t largest_stack_panel = 1024;

std::int64_t stride_of(const ResultLoop& loop, bool of_rhs) {
    return of_rhs ? loop.rhs_stride : loop.lhs_stride;
}

class ContractionChooser {
public:
    ContractionChooser(const ContractionProblem& problem, const Target& target)
        : problem_(problem), target_(target), loops_(problem.results) {}

    ContractionSchedule run() {
        Candidate best;
        for (std::size_t l = loops_.size(); l-- > 0;) {
            if (!may_be_vectorised(l)) continue;
            const Candidate candidate = candidate_with(l);
            if (best.time == 0 || candidate.time < best.time) best = candidate;
        }
        chosen_ = best.schedule;
        const ResultLoop& v = loops_[chosen_.vector_loop];
        const std::vector<VectorBox> boxes = cover_vector_loop(chosen_.tile, v.extent);
        HLO2C_CHECK(!boxes.empty(), "a contraction without elements is a constant before it is scheduled");
        const bool one_panel = boxes.size() == 1 && boxes[0].extent == boxes[0].width();
        const bool panel_is_rhs = chosen_.panel_is_rhs;
        const Operand &lhs = problem_.lhs, &rhs = problem_.rhs;
        chosen_.panel_form = operand_form(panel_is_rhs ? rhs : lhs, stride_of(v, panel_is_rhs), one_panel);
        chosen_.row_form = operand_form(panel_is_rhs ? lhs : rhs, stride_of(v, !panel_is_rhs), true);
        for (const VectorBox& box : boxes) chosen_.boxes.push_back(schedule_of(box));
        return std::move(chosen_);
    }

private:
    struct Candidate {
        ContractionSchedule schedule;
        double time = 0;
    };

    /// Long epilogues, and those that read a value more than once, are loops over the results of a tile:
    /// unrolled they would be too much code, and too many locals.
    bool has_rolled_epilogue(int results) const {
        if (results == 1) return false;
        return problem_.epilogue_cost * results > unrolled_epilogue || problem_.epilogue_reads_twice;
    }

    /// The best tile and row loop with loop `v` in the lanes of vectors.
    Candidate candidate_with(std::size_t v) const {
        const ResultLoop& vector = loops_[v];
        Candidate best;
        best.schedule.vector_loop = v;
        const bool panel_is_rhs = best.schedule.panel_is_rhs = vector.rhs_stride != 0;
        const int lanes = vector_width(vector.extent, native_lanes(target_, problem_.computed));
        const bool rows_are_vectors = stride_of(vector, !panel_is_rhs) != 0;
        std::int64_t results = 1, steps = 1;
        for (const ResultLoop& loop : loops_) results *= loop.extent;
        for (const ReductionLoop& loop : problem_.reductions) steps *= loop.extent;
        // Lanes of a strided store go to memory one by one.
        const double store_time = vector.stride == 1 ? 1.0 / lanes : 1.5;
        const auto consider = [&](int row_loop, std::int64_t rows) {
            std::int64_t row_loops = 1;
            for (std::size_t l = 0; l < loops_.size(); l++)
                if (l != v && static_cast<int>(l) != row_loop && !chooses_panel(problem_, l, panel_is_rhs))
                    row_loops *= loops_[l].extent;
            const EstimatedTile estimated =
                choose_contraction_tile(target_, {.lanes = lanes,
                                                  .row_extent = rows,
                                                  .vector_extent = vector.extent,
                                                  .row_loops = row_loops,
                                                  .row_operand_is_vector = rows_are_vectors,
                                                  .sums_stretches = problem_.stretch_loops > 0});
            const double tiles = static_cast<double>(results) / static_cast<double>(rows * vector.extent);
            const double time = estimated.step_time * tiles * static_cast<double>(steps) +
                                store_time * static_cast<double>(results);
            if (best.time != 0 && time >= best.time) return;
            best.time = time;
            best.schedule.row_loop = row_loop;
            best.schedule.tile = estimated.tile;
        };
        for (std::size_t l = loops_.size(); l-- > 0;)
            if (l != v && !chooses_panel(problem_, l, panel_is_rhs))
                consider(static_cast<int>(l), loops_[l].extent);
        if (best.time == 0) consider(-1, 1);
        return best;
    }

    /// Loops that may run in the lanes: the one whose results are neighbours in memory, and those that only a
    /// weight depends on, because the weight can be packed for them.
    bool may_be_vectorised(std::size_t l) const {
        if (l + 1 == loops_.size()) return true;
        const ResultLoop& loop = loops_[l];
        return (loop.lhs_stride == 0 && loop.rhs_stride != 0 && problem_.rhs.is_constant) ||
               (loop.rhs_stride == 0 && loop.lhs_stride != 0 && problem_.lhs.is_constant);
    }

    static OperandForm operand_form(const Operand& operand, std::int64_t stride, bool reads_constant) {
        if (stride == 0) return OperandForm::Direct;
        if (operand.is_constant)
            return stride == 1 && reads_constant ? OperandForm::Direct : OperandForm::PackedWeight;
        return stride == 1 ? OperandForm::Direct : OperandForm::PackedPanel;
    }

    ContractionBox schedule_of(const VectorBox& box) const {
        ContractionBox result{.box = box};
        std::vector<std::int64_t> reusing, outside;  // extents of the other loops, innermost first
        for (std::size_t l = loops_.size(); l-- > 0;)
            if (l != chosen_.vector_loop && static_cast<int>(l) != chosen_.row_loop)
                (chooses_panel(problem_, l, chosen_.panel_is_rhs) ? outside : reusing)
                    .push_back(loops_[l].extent);
        const std::int64_t row_bytes = box.width() * byte_width(problem_.computed);
        std::int64_t on_stack = chosen_.tile.rows * row_bytes;
        choose_sum_place(result, reusing, row_bytes, on_stack);
        std::int64_t panel_bytes = row_bytes, steps = 1;
        for (const ReductionLoop& loop : problem_.reductions) panel_bytes *= loop.extent;
        result.panels_in_scratch = panel_bytes > std::min(largest_stack_panel, stack_bytes - on_stack);
        for (std::size_t i = problem_.reductions.size(); i-- > problem_.stretch_loops;) {
            steps *= problem_.reductions[i].extent;
            if (steps > unrolled_reduction) break;
            result.unrolled_steps++;
        }
        const bool scratch_panel =
            result.panels_in_scratch &&
            (chosen_.panel_form == OperandForm::PackedPanel || chosen_.row_form == OperandForm::PackedPanel);
        const std::int64_t outermost = outside.empty() ? box.extent / box.width() : outside.back();
        result.parallel = !scratch_panel && problem_.flops >= parallel_work * 8 && outermost > 1;
        return result;
    }

    /// Totals go to memory, unless the stretches of one tile are all that goes by a panel: there a compiler
    /// moves them into registers anyway. So do the sums that a loop takes up.
    void choose_sum_place(ContractionBox& result, const std::vector<std::int64_t>& reusing,
                          std::int64_t row_bytes, std::int64_t& on_stack) const {
        const ContractionTile& tile = chosen_.tile;
        const bool rolled = has_rolled_epilogue(tile.rows * result.box.vectors);
        const std::int64_t rows =
            chosen_.row_loop >= 0 ? loops_[static_cast<std::size_t>(chosen_.row_loop)].extent : 1;
        std::int64_t tiles = (rows + tile.rows - 1) / tile.rows;
        for (const std::int64_t extent : reusing) tiles *= extent;
        if (problem_.stretch_loops > 0 && tiles > 1) {
            result.place = SumPlace::Block;
            result.block = choose_sum_block(target_, tile, rows, reusing, row_bytes);
            result.unrolled_epilogue = !has_rolled_epilogue(result.box.vectors);
        } else if (rolled) {
            result.place = SumPlace::Block;
            result.unrolled_epilogue = false;
        } else {
            result.place = problem_.stretch_loops > 0 ? SumPlace::Registers : SumPlace::Accumulators;
        }
        std::int64_t sums = 0;
        if (result.place == SumPlace::Registers) sums = tile.rows * row_bytes;
        if (result.place == SumPlace::Block) {
            sums = result.block.row_tiles * tile.rows * row_bytes;
            for (std::size_t l = 0; l < result.block.whole_loops; l++) sums *= reusing[l];
            result.block_in_scratch = on_stack + sums > stack_bytes;
        }
        if (!result.block_in_scratch) on_stack += sums;
    }

    const ContractionProblem& problem_;
    const Target& target_;
    const std::vector<ResultLoop>& loops_;
    ContractionSchedule chosen_;
};

}  // namespace

bool chooses_panel(const ContractionProblem& problem, std::size_t l, bool panel_is_rhs) {
    return stride_of(problem.results[l], panel_is_rhs) != 0;
}

ContractionSchedule choose_contraction(const ContractionProblem& problem, const Target& target) {
    return ContractionChooser(problem, target).run();
}

}  // namespace hlo2c::scheduler
