#include <algorithm>
#include <bit>

#include "frontend/diagnostic.h"
#include "frontend/integer_division.h"
#include "scheduler/schedule/joined_lines.h"
#include "scheduler/schedule/schedule.h"

namespace hlo2c::scheduler {
namespace {

bool is_width(int lanes, std::int64_t extent) {
    return lanes == 1 || (lanes > 1 && std::has_single_bit(static_cast<unsigned>(lanes)) && lanes <= extent);
}

/// True if the number of blocks of `block` rows, the last one shifted inwards, is a multiple of `count`.
bool divides(std::int64_t count, std::int64_t block, std::int64_t rows) {
    return block > 0 && ceil_div(rows, block) % count == 0;
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
            if (how.columns > 0) {
                check(box.across >= 0, "blocks are transposed where loads are not along the last loop");
                const std::int64_t columns = box.loops[static_cast<std::size_t>(box.across)].extent;
                check(how.columns <= columns && how.overlaps == (columns % how.columns != 0),
                      "columns that overlap are known");
                continue;
            }
            const std::int64_t extent = box.loops.back().extent;
            if (how.rows > 0) {
                check(how.joined_loops > 1 && how.joined_loops <= box.joined_loops,
                      "rows follow each other in memory");
                const auto rows = box.loops.end() - how.joined_loops;
                std::int64_t elements_of_rows = how.rows;
                for (auto loop = rows + 1; loop != box.loops.end(); ++loop) elements_of_rows *= loop->extent;
                check(how.rows <= rows->extent && elements_of_rows == how.lanes * how.vectors,
                      "vectors fill a block of rows");
                check(how.joined_loops < box.joined_loops || how.rows % box.period == 0,
                      "blocks of rows repeat their loads");
                continue;
            }
            check(!box.differs_by_column || how.interleaves, "columns that differ are unrolled");
            if (how.interleaves) {
                const std::int64_t rows = box.loops[box.loops.size() - 2].extent;
                check(box.walks_rows && is_width(how.lanes, rows) && how.overlaps == (rows % how.lanes != 0),
                      "interleaved vectors run along rows");
                continue;
            }
            check(is_width(how.lanes, extent), "vectors are no longer than their loop");
            check(how.overlaps == (extent % how.lanes != 0), "vectors that overlap are known");
            check(how.vectors == 1 || extent % (how.lanes * how.vectors) == 0,
                  "vectors that are stored together cover the loop");
        }
    }
    void operator()(const UpdateProblem& update, const UpdateSchedule& chosen) const {
        const std::int64_t extent = update.loops.empty() ? 1 : update.loops.back().extent;
        check(is_width(chosen.lanes, extent), "vectors are no longer than their loop");
        check(!chosen.overlaps || (extent % chosen.lanes != 0 && !update.reads_window),
              "vectors overlap that store the same elements again");
    }
    void operator()(const ScatterProblem& scatter, const ScatterSchedule& chosen) const {
        check(is_width(chosen.filled_lanes, scatter.elements), "vectors are no longer than their loop");
        check(chosen.filled_lanes == 1 || !scatter.filled.empty(), "vectors of what the kernel fills");
        check(is_width(chosen.updated_lanes, scatter.side_by_side) &&
                  scatter.side_by_side % chosen.updated_lanes == 0,
              "vectors of whole windows side by side");
        check(chosen.window_lanes == 1 || (is_width(chosen.window_lanes, scatter.window) &&
                                           scatter.window % chosen.window_lanes == 0),
              "whole vectors of a window");
    }
    void operator()(const SortProblem& sort, const SortSchedule& chosen) const {
        if (chosen.key_bytes > 0) {
            check(sort.key && chosen.key_bytes == byte_width(*sort.key), "elements are sorted by their key");
            return;
        }
        check(!chosen.selects && sort.kept == sort.length, "elements are selected by their key");
        check(chosen.merges >= 0 && chosen.merges < 62 && (std::int64_t{2} << chosen.merges) >= sort.length,
              "the last merge leaves one run");
    }
    void operator()(const ReductionProblem& reduction, const ReductionSchedule& chosen) const {
        check(!reduction.results.empty() && !reduction.reduced.empty(), "loops over results and elements");
        check(chosen.in_rows == reduction.in_rows, "the order of sums is the problem's");
        check(chosen.kept.size() == reduction.kept.size(), "a place for each kept row");
        for (std::size_t i = 0; i < chosen.kept.size(); i++)
            check(reduction.kept[i].loops >= 1 && chosen.parallel.loops <= reduction.kept[i].loops &&
                      static_cast<std::size_t>(reduction.kept[i].loops) < reduction.results.size() &&
                      is_width(chosen.kept[i].lanes, reduction.kept[i].columns) &&
                      chosen.kept[i].place != RowPlace::Inlined,
                  "kept rows are inside parallel loops, and around some result loop");
        const std::int64_t extent = reduction.results.back().extent;
        if (chosen.in_rows) {
            check(!reduction.sums.empty() && chosen.sum_lanes.size() == reduction.sums.size(),
                  "vectors for each sum");
            check(chosen.vectors == 1 && !chosen.overlaps, "one result at a time");
        } else {
            check(is_width(chosen.lanes, extent), "vectors are no longer than their loop");
            check(chosen.overlaps == (extent % (chosen.lanes * chosen.vectors) != 0),
                  "blocks that overlap are known");
        }
    }
    void operator()(const RowProblem& row, const RowSchedule& chosen) const {
        check(!row.rows.empty() && !row.columns.empty(), "loops over rows and columns");
        check(!chosen.side_by_side || row.walks_pairs, "rows side by side follow each other in memory");
        check(is_width(chosen.lanes, (chosen.side_by_side ? row.rows : row.columns).back().extent),
              "vectors are no longer than their loop");
        check(chosen.sum_lanes.size() == row.sums.size() && chosen.values.size() == row.values.size(),
              "vectors for each sum, a place for each value");
    }
    void operator()(const ContractionProblem& problem, const ContractionSchedule& chosen) const {
        const std::vector<std::size_t> lines = joinable_lines(problem);
        check(chosen.joined_line == 0 ||
                  std::count(lines.begin(), lines.end(), static_cast<std::size_t>(chosen.joined_line)) == 1,
              "only lines that follow each other are joined");
        const ContractionProblem contraction = walked_problem(problem, chosen);
        const std::size_t loops = contraction.results.size();
        check(!contraction.in_lanes, "sums in lanes are dot products");
        check(chosen.vector_loop < loops && chosen.row_loop < static_cast<int>(loops) &&
                  chosen.row_loop != static_cast<int>(chosen.vector_loop),
              "the vectorised loop and the rows are two result loops");
        std::int64_t rows = 1;
        if (chosen.row_loop >= 0) {
            const auto row_loop = static_cast<std::size_t>(chosen.row_loop);
            check(!chooses_panel(contraction, row_loop, chosen.panel_is_rhs),
                  "the panel does not depend on the row loop");
            rows = contraction.results[row_loop].extent;
        }
        const std::int64_t extent = contraction.results[chosen.vector_loop].extent;
        check(chosen.tile.rows >= 1 && chosen.tile.rows <= rows, "a tile has no more rows than there are");
        check(is_width(chosen.tile.lanes, extent), "vectors are no longer than their loop");
        check(chosen.tile.steps == 1 || (chosen.tile.steps <= contraction.reductions.back().extent &&
                                         contraction.stretch_loops < contraction.reductions.size()),
              "vectors of a row are no longer than the loop of its steps");
        const bool packs_panel = chosen.panel_form == OperandForm::PackedWeight;
        const bool packs_rows = chosen.row_form == OperandForm::PackedWeight;
        const Operand& panel = contraction.operand(chosen.panel_is_rhs);
        const Operand& row = contraction.operand(!chosen.panel_is_rhs);
        check((!packs_panel || panel.is_constant) && (!packs_rows || row.is_constant),
              "only weights are packed before the program runs");
        check(chosen.panel_form != OperandForm::ConvertedRows, "rows are not a panel");
        const bool biases_rows =
            chosen.bytes == ByteProducts::BiasedWords && chosen.row_form == OperandForm::ConvertedRows;
        check(
            chosen.bytes == ByteProducts::None ||
                (contraction.reductions.back().extent % bytes_in_word == 0 &&
                 contraction.stretch_loops == 0 && (chosen.row_form == OperandForm::Direct || biases_rows) &&
                 chosen.panel_form != OperandForm::Direct),
            "words of bytes are whole, and the panel holds them");
        check_boxes(contraction, chosen);
        check(
            chosen.outer_blocks == 0 ||
                (chosen.row_loop >= 0 && chosen.boxes.front().place == SumPlace::Block &&
                 divides(chosen.outer_blocks, chosen.boxes.front().block.row_tiles * chosen.tile.rows, rows)),
            "blocks of rows inside all panels are equal");
        check(!chosen.panels_inside || (!copies_operand(chosen) && contraction.stretch_loops == 0),
              "panels inside a tile are neither copied nor read again for each stretch");
        check(contraction.staged.has_value() == (chosen.staged_rows > 0),
              "a staged operand, and only that, has blocks of rows");
        if (contraction.staged) {
            const std::size_t loop = contraction.staged->loop;
            check(loop != chosen.vector_loop && static_cast<int>(loop) != chosen.row_loop &&
                      chosen.staged_rows <= contraction.results[loop].extent && chosen.outer_blocks == 0,
                  "blocks of staged lines are around tiles");
        }
        if (!contraction.peeled.empty())
            check(chosen.vector_loop + 1 == loops && chosen.row_loop + 2 == static_cast<int>(loops) &&
                      chosen.row_form == OperandForm::Direct && chosen.outer_blocks == 0,
                  "one loop of tiles is along the lines whose borders are peeled");
        (*this)(contraction.halo, chosen.halo);
    }
    void check_boxes(const ContractionProblem& contraction, const ContractionSchedule& chosen) const {
        std::int64_t end = 0;
        for (const ContractionBox& part : chosen.boxes) {
            check(part.box.lanes <= chosen.tile.lanes && part.box.vectors >= 1 && part.box.begin <= end &&
                      part.box.extent % part.box.width() == 0,
                  "boxes of whole panels side by side");
            end = part.box.begin + part.box.extent;
            check(contraction.stretch_loops == 0 || part.place != SumPlace::Accumulators,
                  "totals of stretches have a place");
            check(chosen.tile.steps == 1 || part.unrolled_steps == 0,
                  "steps whose rows are loaded together are unrolled by their number");
            check(contraction.peeled.empty() || part.unrolled_steps == 1,
                  "the steps along lines whose borders are peeled are unrolled, no others");
            check(part.block_parts == 1 ||
                      (part.place == SumPlace::Block && part.parallel.around > 0 && part.block_parts > 1),
                  "parts of a block are divided among slots");
            check(part.unrolled_steps >= 0 &&
                      contraction.stretch_loops + static_cast<std::size_t>(part.unrolled_steps) <=
                          contraction.reductions.size(),
                  "only loops inside a stretch are unrolled");
        }
        check(end == contraction.results[chosen.vector_loop].extent, "boxes cover the vectorised loop");
    }
    void operator()(const ContractionProblem& contraction, const DotProductSchedule& chosen) const {
        const int loops = static_cast<int>(contraction.results.size());
        const ResultLoop& last = contraction.results.back();
        check(contraction.in_lanes && contraction.stretch_loops == 0,
              "only a problem whose sums run in lanes is a dot product");
        check(is_width(chosen.result_lanes, last.extent), "vectors are no longer than their loop");
        check(chosen.result_lanes == 1 || (last.stride == 1 && chosen.shared_loop != loops - 1),
              "vectors of results that are neighbours");
        if (chosen.shared_loop < 0) return;
        check(chosen.shared_loop < loops, "results that share rows are a result loop");
        const ResultLoop& shared = contraction.results[static_cast<std::size_t>(chosen.shared_loop)];
        check((shared.lhs_stride == 0 || shared.rhs_stride == 0) && shared.extent <= most_shared_rows,
              "few results share the rows of an operand");
    }
    void operator()(const ContractionProblem& contraction, const RowProductSchedule& chosen) const {
        check(
            contraction.results.size() <= 2 && contraction.reductions.size() == contraction.stretch_loops + 1,
            "rows times a matrix");
        const std::int64_t columns = contraction.results.back().extent;
        check(chosen.columns > 0 && chosen.columns <= columns && chosen.columns % chosen.lanes == 0,
              "blocks of whole vectors");
        check(chosen.steps > 0 && chosen.steps <= contraction.reductions.back().extent,
              "no more steps than a sum has");
    }
    void operator()(const ContractionProblem& contraction, const WinogradSchedule& chosen) const {
        check(contraction.windows && contraction.rhs.is_constant && !contraction.in_lanes,
              "only constant weights of sliding windows are transformed");
        const SlidingWindows& windows = *contraction.windows;
        const std::int64_t rows = rows_of_tiles(windows, chosen.outputs);
        check(chosen.tile_rows >= 1 && chosen.tile_rows <= rows, "a block has no more tiles than an image");
        check(chosen.tile.rows >= 1 &&
                  chosen.tile.rows <= chosen.tile_rows * tiles_in_row(windows, chosen.outputs),
              "a product has no more rows than a block has tiles");
        check(windows.features.extent % chosen.tile.width() == 0 &&
                  windows.channels.extent % chosen.channel_lanes == 0,
              "features fill panels, channels fill vectors");
        (*this)(contraction.halo, chosen.halo);
    }
    void operator()(const TransformsProblem& problem, const TransformsSchedule& chosen) const {
        check(problem.transforms.size() == chosen.transforms.size(), "a schedule for each transform");
        for (std::size_t i = 0; i < chosen.transforms.size(); i++) {
            const TransformSchedule& transform = chosen.transforms[i];
            const std::int64_t numbers = problem.transforms[i].numbers();
            std::int64_t points = transform.is_in_columns ? transform.lanes : 1;
            for (const std::int64_t radix : transform.radices) points *= radix;
            check(points == transform.points, "the radices are the factors of a transform's points");
            check(transform.is_chirp ? points >= 2 * numbers - 1 : points == numbers,
                  "a transform has the problem's numbers, or a convolution of them");
        }
    }
    void operator()(const MatrixProblem& matrix, const MatrixSchedule& chosen) const {
        check(chosen.block >= 0 && chosen.block <= matrix.size,
              "a block has no more reflectors than there are");
        check(chosen.window >= 0 && chosen.window <= matrix.size, "windows are no larger than the matrix");
        const bool has_panels = matrix.algorithm == MatrixAlgorithm::Tridiagonal ||
                                matrix.algorithm == MatrixAlgorithm::SymmetricVectors;
        const bool may_have_panels = has_panels || matrix.algorithm == MatrixAlgorithm::Pivots;
        check(chosen.panel > 0 ? may_have_panels : !has_panels,
              "a tridiagonal form has panels, LU factors may have some");
    }
    void operator()(const RequestsProblem& problem, const RequestsSchedule& chosen) const {
        check(chosen.concurrent >= 0 && chosen.concurrent <= problem.requests,
              "no more requests are concurrent than there are");
        check(problem.kind == RequestKind::Collective || chosen.concurrent == 0 ||
                  chosen.concurrent == problem.requests,
              "a send is concurrent as a whole");
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
