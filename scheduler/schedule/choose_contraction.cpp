#include <algorithm>

#include "frontend/diagnostic.h"
#include "frontend/integer_division.h"
#include "scheduler/schedule/byte_products.h"
#include "scheduler/schedule/contraction_cost.h"
#include "scheduler/schedule/contraction_order.h"
#include "scheduler/schedule/contraction_threads.h"
#include "scheduler/schedule/joined_lines.h"
#include "scheduler/schedule/schedule.h"
#include "scheduler/schedule/vector_width.h"
#include "scheduler/schedule/zero_lines.h"

namespace hlo2c::scheduler {
namespace {

/// Reductions up to this many steps are unrolled completely.
constexpr std::int64_t unrolled_reduction = 12;
/// Compilers unroll innermost loops of up to this many iterations.
constexpr std::int64_t short_loop = 4;
/// Up to this cost, epilogues are unrolled over the results of a tile; beyond it they are loops.
constexpr int unrolled_epilogue = 336;
/// The same where rows are loaded in vectors: tiles fill the registers, and compilers spill sums in the loop
/// if much code follows it.
constexpr int unrolled_epilogue_of_vectors = 168;
/// Instructions of an epilogue that cores do not overlap with the next one; limit on the vectors of results
/// that are computed side by side, whose values share the registers.
constexpr int long_epilogue = 96, most_interleaved = 4;
/// The share of a function's stack limit that a kernel's accumulators and arrays may use.
constexpr std::int64_t stack_bytes = 1792;
/// A packed panel of up to this many bytes is on the stack.
constexpr std::int64_t largest_stack_panel = 1024;

/// Limits on the tiles tried for one pair of loops, and on the candidates that are returned.
constexpr std::size_t most_tiles = 6, most_candidates = 12;
/// Cycles to find where a row of a tile across lines begins.
constexpr double address_cycles = 7;
/// A panel that could be read in place is copied only if at least this many tiles of rows use it.
constexpr std::int64_t fewest_tiles_for_copy = 8;
/// Bytes of staged lines that stay in a first-level cache next to what is computed with them.
constexpr std::int64_t staged_bytes = 24 << 10;
/// Blocks of staged lines that keep the slots of most machines busy.
constexpr std::int64_t staged_blocks = 8;
/// Sides of the blocks of results that are transposed in registers.
constexpr int shortest_block = 4, longest_block = 8;
/// Cycles to store a result whose neighbours in a vector are apart in memory, and to transpose it first.
constexpr double strided_store_cycles = 1.5, transposed_store_cycles = 0.5;

/// Rows of a tile across lines whose addresses fit the registers: one register each.
int most_rows_across_lines(const Target& target) {
    if (target.architecture == Architecture::Aarch64) return 12;
    return target.architecture == Architecture::X86_64 ? 6 : 4;
}

class ContractionChooser {
public:
    /// `rows_apart`: the distances between the rows of a tile vary, since it joins lines.
    ContractionChooser(const ContractionProblem& problem, const Target& target, int panel_vectors,
                       int joined_line, bool rows_apart)
        : problem_(problem),
          target_(target),
          panel_vectors_(panel_vectors),
          joined_line_(joined_line),
          rows_apart_(rows_apart),
          loops_(problem.results) {}

    std::vector<ContractionSchedule> run() {
        for (std::size_t l = loops_.size(); l-- > 0;)
            if (may_be_vectorised(l)) add_candidates_with(l);
        return std::move(candidates_);
    }

private:
    /// True for long epilogues, and for those that read a value more than once: they are loops over the
    /// results of a tile, because unrolling makes too much code and too many locals.
    bool has_rolled_epilogue(int results) const {
        if (results == 1) return false;
        const int most = chosen_.tile.steps > 1 ? unrolled_epilogue_of_vectors : unrolled_epilogue;
        return problem_.epilogue_cost * results > most || problem_.epilogue_reads_twice;
    }

    /// True if the chain of instructions of one result is longer than the out-of-order window of a core, so
    /// that a row's results are computed side by side.
    bool interleaves_results(int vectors) const {
        return problem_.epilogue_cost + rounding_cost * problem_.epilogue_roundings >= long_epilogue &&
               vectors <= most_interleaved;
    }

    /// Adds the candidates with loop `v` in the lanes of vectors, for each possible row loop.
    void add_candidates_with(std::size_t v) {
        bool has_rows = false;
        const bool panel_is_rhs = loops_[v].rhs_stride != 0;
        for (std::size_t l = loops_.size(); l-- > 0;) {
            if (l == v || chooses_panel(problem_, l, panel_is_rhs) || is_around_tiles(l)) continue;
            if (joined_line_ > 0 && loops_[l].line == 0) continue;
            if (is_peeled() && l + 2 != loops_.size()) continue;
            add_candidates_with(v, static_cast<int>(l));
            has_rows = true;
        }
        if (!has_rows && joined_line_ == 0) add_candidates_with(v, -1);
    }

    /// Tiles along lines leave out products at the ends of lines; vectors are along the features.
    bool is_peeled() const { return !problem_.peeled.empty(); }

    /// True for the loop of staged lines, and for the loops around it.
    bool is_around_tiles(std::size_t l) const {
        return problem_.staged && (l == problem_.staged->loop || encloses_staged(problem_, l));
    }

    /// As many rows as the cache holds lines for, in blocks of about equal size. The number of slots does not
    /// matter, so that a candidate has one name on all of them.
    std::int64_t choose_staged_rows() const {
        if (!problem_.staged) return 0;
        const StagedOperand& staged = *problem_.staged;
        const std::int64_t extent = loops_[staged.loop].extent;
        std::int64_t around = 1, rows = extent;
        for (std::size_t l = 0; l < loops_.size(); l++)
            if (encloses_staged(problem_, l)) around *= loops_[l].extent;
        while (rows > 1 && staged.lines(rows) * staged.line_bytes > staged_bytes) rows--;
        std::int64_t blocks = ceil_div(extent, rows);
        const std::int64_t wanted = ceil_div(staged_blocks, around);
        if (problem_.flops / 8 >= target_.parallel_work)
            blocks = std::max(blocks, std::min(wanted, extent / (2 * staged.window)));
        return ceil_div(extent, blocks);
    }

    void add_candidates_with(std::size_t v, int row_loop) {
        const ResultLoop& vector = loops_[v];
        const bool panel_is_rhs = vector.rhs_stride != 0;
        const int lanes = vector_width(vector.extent, native_lanes(target_, problem_.computed));
        std::int64_t results = 1, steps = 1, row_loops = 1;
        for (std::size_t l = 0; l < loops_.size(); l++) {
            results *= loops_[l].extent;
            if (l != v && static_cast<int>(l) != row_loop && !chooses_panel(problem_, l, panel_is_rhs))
                row_loops *= loops_[l].extent;
        }
        for (const ReductionLoop& loop : problem_.reductions) steps *= loop.extent;
        const ByteProducts bytes = byte_products(problem_, v, panel_is_rhs, target_);
        if (bytes != ByteProducts::None) steps /= bytes_in_word;
        // Without an instruction for four bytes, two multiply pairs of 16 bits, which shifts make of words.
        const bool pairs = bytes != ByteProducts::None && !multiplies_bytes(target_);
        const std::int64_t rows = row_loop < 0 ? 1 : loops_[static_cast<std::size_t>(row_loop)].extent;
        std::vector<EstimatedTile> tiles = contraction_tiles(
            target_, {.lanes = lanes,
                      .row_extent = rows,
                      .vector_extent = vector.extent,
                      .row_loops = row_loops,
                      .row_operand_is_vector = vector.operand_stride(!panel_is_rhs) != 0,
                      .unrolled_steps = steps <= unrolled_reduction ? static_cast<int>(steps) : 0,
                      .short_inner_loop = problem_.reductions.back().extent <= short_loop,
                      .sums_stretches = problem_.stretch_loops > 0,
                      .instructions = pairs ? 4 : 1,
                      .conversions = pairs ? 3 : 0,
                      .temporaries = pairs ? 5 : 0,
                      .steps = steps_of_row(vector, panel_is_rhs, lanes),
                      .most_rows = rows_apart_ ? most_rows_across_lines(target_) : most_tile_rows,
                      .rows_apart = rows_apart_});
        if (panel_vectors_ > 0)
            std::erase_if(tiles,
                          [&](const EstimatedTile& each) { return each.tile.vectors != panel_vectors_; });
        // Tiles that store each result once may be slower ones.
        if (!problem_.replaces_operand) tiles.resize(std::min(tiles.size(), most_tiles));
        for (const EstimatedTile& tile : tiles) {
            const double blocks = as_double(results) / as_double(rows * vector.extent);
            const double time =
                tile.step_time * blocks * as_double(steps) + addressing_cycles(tile.tile, results);
            chosen_ = {.joined_line = joined_line_,
                       .vector_loop = v,
                       .row_loop = row_loop,
                       .panel_is_rhs = panel_is_rhs,
                       .tile = tile.tile,
                       .bytes = bytes,
                       .staged_rows = choose_staged_rows()};
            add_forms(time, rows * row_loops);
        }
    }

    /// Cycles to find the rows of all tiles across lines, for each stretch.
    double addressing_cycles(const ContractionTile& tile, std::int64_t results) const {
        if (!rows_apart_) return 0;
        double stretches = 1;
        for (std::size_t i = 0; i < problem_.stretch_loops; i++)
            stretches *= as_double(problem_.reductions[i].extent);
        return address_cycles * stretches * as_double(results) / tile.width();
    }

    /// The rows that all blocks have, for each row that all tiles have: the last block begins earlier if the
    /// blocks do not fill the rows, so that it is whole.
    double repeated_rows(const ContractionSchedule& schedule) const {
        if (schedule.row_loop < 0) return 1;
        const std::int64_t rows = loops_[static_cast<std::size_t>(schedule.row_loop)].extent;
        const std::int64_t in_tiles = round_up(rows, schedule.tile.rows);
        double share = 0;
        for (const ContractionBox& part : schedule.boxes) {
            const std::int64_t block = part.block.row_tiles * schedule.tile.rows;
            const bool shifts = part.place == SumPlace::Block && part.block.whole_loops == 0 && rows > block;
            share += as_double(shifts ? round_up(rows, block) : in_tiles) * as_double(part.box.extent);
        }
        return share / (as_double(in_tiles) * as_double(loops_[schedule.vector_loop].extent));
    }

    /// Cycles to store all results.
    double store_cycles(const ContractionSchedule& schedule) const {
        const ResultLoop& vector = loops_[schedule.vector_loop];
        const double results = as_double(result_bytes(problem_) / byte_width(problem_.computed));
        if (vector.stride == 1) return results / schedule.tile.lanes;
        double cycles = 0;
        for (const ContractionBox& part : schedule.boxes)
            cycles += (part.transposed_rows > 0 ? transposed_store_cycles : strided_store_cycles) * results *
                      as_double(part.box.extent) / as_double(vector.extent);
        return cycles;
    }

    /// Adds the current tile with the simplest form of its operands, and with a copied panel if many rows use
    /// it and the copy saves time.
    void add_forms(double time, std::int64_t rows) {
        const ResultLoop& v = loops_[chosen_.vector_loop];
        const std::vector<VectorBox> boxes =
            cover_vector_loop(chosen_.tile, v.extent, problem_.replaces_operand);
        HLO2C_CHECK(!boxes.empty(), "a contraction without elements is a constant before it is scheduled");
        const bool one_panel = boxes.size() == 1 && boxes[0].extent == boxes[0].width();
        const bool panel_is_rhs = chosen_.panel_is_rhs;
        const Operand &panel = problem_.operand(panel_is_rhs), &row = problem_.operand(!panel_is_rhs);
        chosen_.row_form = operand_form(row, v.operand_stride(!panel_is_rhs), true);
        if (converts_rows() || biases_rows()) chosen_.row_form = OperandForm::ConvertedRows;
        chosen_.panel_form = operand_form(panel, v.operand_stride(panel_is_rhs), one_panel);
        if (chosen_.bytes != ByteProducts::None)
            chosen_.panel_form = panel.is_constant ? OperandForm::PackedWeight : OperandForm::PackedPanel;
        chosen_.skips_subnormals = skips_subnormals();
        add_orders(boxes, time);
        // A copy of a narrow weight is converted once, not for each tile.
        const bool widens = panel.is_constant && panel.element != problem_.computed &&
                            chosen_.bytes == ByteProducts::None && is_float(problem_.computed);
        const bool in_place = chosen_.panel_form == OperandForm::Direct && !panel.is_constant;
        // A copy of a computed operand is computed once.
        const std::int64_t fewest_tiles = panel.cost > 0 ? 2 : fewest_tiles_for_copy;
        if (!(widens || in_place) || rows < fewest_tiles * chosen_.tile.rows) return;
        chosen_.panel_form = OperandForm::PackedPanel;
        add_orders(boxes, time);
    }

    /// Adds the order that computes all rows with one panel before the next. If both operands run along the
    /// vectors, also adds the order that computes all panels of one tile first; if all boxes have equal
    /// blocks of rows, those that compute some blocks with all panels first.
    void add_orders(const std::vector<VectorBox>& boxes, double time) {
        const auto add = [&](std::int64_t outer_blocks, bool panels_inside) {
            ContractionSchedule candidate = chosen_;
            candidate.outer_blocks = outer_blocks;
            candidate.panels_inside = panels_inside;
            for (const VectorBox& box : boxes) candidate.boxes.push_back(schedule_of(candidate, box));
            const double rows = repeated_rows(candidate) * computed_share(problem_, candidate);
            candidate.estimate =
                estimate_contraction(problem_, candidate, time * rows + store_cycles(candidate), target_);
            if (problem_.replaces_operand && stores_twice(problem_, candidate))
                candidate.estimate.cycles += copy_cycles(result_bytes(problem_), target_);
            candidates_.push_back(std::move(candidate));
        };
        add(0, false);
        if (may_have_panels_inside(candidates_.back())) add(0, true);
        if (problem_.staged || is_peeled()) return;  // one loop over a line's rows tells which have padding
        const std::vector<ContractionBox>& parts = candidates_.back().boxes;
        const ContractionBox& first = parts.front();
        if (chosen_.row_loop < 0 || first.place != SumPlace::Block || first.block.whole_loops > 0) return;
        for (const ContractionBox& part : parts)
            if (part.place != SumPlace::Block || part.block != first.block) return;
        const std::int64_t block_rows = first.block.row_tiles * chosen_.tile.rows;
        const std::int64_t rows = loops_[static_cast<std::size_t>(chosen_.row_loop)].extent;
        const std::int64_t blocks = ceil_div(rows, block_rows);
        for (std::int64_t outer = 1; outer < blocks; outer++)
            if (blocks % outer == 0) add(outer, false);
    }

    /// True if both operands run along the vectors of several panels, of which none is copied, and there are
    /// no totals of stretches.
    bool may_have_panels_inside(const ContractionSchedule& schedule) const {
        const ResultLoop& vector = loops_[schedule.vector_loop];
        if (copies_operand(schedule) || vector.operand_stride(!schedule.panel_is_rhs) == 0) return false;
        const bool is_one_tile =
            std::all_of(schedule.boxes.begin(), schedule.boxes.end(), [](const ContractionBox& part) {
                return part.block.row_tiles == 1 && part.block.whole_loops == 0;
            });
        const VectorBox& first = schedule.boxes.front().box;
        return problem_.stretch_loops == 0 && is_one_tile && first.extent > first.width();
    }

    /// True if elements of a row operand can be converted to the type of the sums before the products.
    bool may_convert(const Operand& row) const {
        return is_float(problem_.computed) && row.element != problem_.computed && !row.is_constant &&
               !problem_.staged && problem_.stretch_loops < problem_.reductions.size();
    }

    /// True if elements of the rows are converted as vectors of neighbours instead of one by one.
    bool converts_rows() const {
        const bool is_rhs = !chosen_.panel_is_rhs;
        const ReductionLoop& last = problem_.reductions.back();
        return may_convert(problem_.operand(is_rhs)) && last.operand_stride(is_rhs) == 1 &&
               last.extent >= chosen_.tile.lanes && converted_bytes() <= target_.l1_bytes / 4 &&
               loops_[chosen_.vector_loop].operand_stride(is_rhs) == 0;
    }

    /// True if words of the rows are biased as vectors of neighbours instead of one by one.
    bool biases_rows() const {
        return chosen_.bytes == ByteProducts::BiasedWords && !problem_.staged &&
               problem_.reductions.back().extent >= bytes_in_word * chosen_.tile.lanes &&
               converted_bytes() <= target_.l2_bytes / 8;
    }

    /// Of the rows of a tile in one stretch.
    std::int64_t converted_bytes() const {
        std::int64_t bytes = chosen_.tile.rows * byte_width(problem_.computed);
        for (std::size_t i = problem_.stretch_loops; i < problem_.reductions.size(); i++)
            bytes *= problem_.reductions[i].extent;
        return chosen_.bytes == ByteProducts::None ? bytes : bytes / bytes_in_word;
    }

    /// Vectors of a row need neighbouring elements of the type of the sums, or converted to it.
    int steps_of_row(const ResultLoop& vector, bool panel_is_rhs, int lanes) const {
        const ReductionLoop& last = problem_.reductions.back();
        const Operand& row = problem_.operand(!panel_is_rhs);
        const int steps = steps_of_row_vector(target_, problem_.computed);
        const bool neighbours =
            last.operand_stride(!panel_is_rhs) == 1 && vector.operand_stride(!panel_is_rhs) == 0;
        const bool is_in_type = row.element == problem_.computed || may_convert(row);
        return neighbours && is_in_type && lanes == steps && last.extent >= steps ? steps : 1;
    }

    /// True for loops that may run in lanes: the last, whose results are closest in memory, the one around it
    /// if the last does not fill a vector, and those that only a weight depends on, because the weight can be
    /// packed for them. The loops of staged lines do not count: their blocks are around the vectors.
    bool may_be_vectorised(std::size_t l) const {
        if (is_around_tiles(l)) return false;
        if (is_peeled()) return l + 1 == loops_.size();
        std::size_t inner = 0;
        bool last_is_short = false;
        for (std::size_t k = l + 1; k < loops_.size(); k++) {
            if (is_around_tiles(k)) continue;
            inner++;
            last_is_short = loops_[k].extent < native_lanes(target_, problem_.computed);
        }
        if (inner == 0 || (inner == 1 && last_is_short)) return true;
        const ResultLoop& loop = loops_[l];
        const bool is_lhs = loop.rhs_stride == 0 && loop.lhs_stride != 0;
        const bool is_rhs = loop.lhs_stride == 0 && loop.rhs_stride != 0;
        if (!is_lhs && !is_rhs) return false;
        return problem_.operand(is_rhs).is_constant || rearranges_both(loops_.back());
    }

    /// True if vectors along the loop would gather the elements of both operands.
    static bool rearranges_both(const ResultLoop& loop) {
        const auto gathers = [](std::int64_t stride) { return stride != 0 && stride != 1; };
        return gathers(loop.lhs_stride) && gathers(loop.rhs_stride);
    }

    /// True if the row operand has one factor for all lanes that is often subnormal: x86 multiplies it in
    /// microcode, which takes a hundred cycles.
    bool skips_subnormals() const {
        return target_.architecture == Architecture::X86_64 && target_.has_fma &&
               problem_.computed == ScalarKind::F32 &&
               problem_.operand(!chosen_.panel_is_rhs).is_often_subnormal &&
               loops_[chosen_.vector_loop].operand_stride(!chosen_.panel_is_rhs) == 0;
    }

    static OperandForm operand_form(const Operand& operand, std::int64_t stride, bool reads_constant) {
        if (stride == 0) return OperandForm::Direct;
        if (operand.is_constant)
            return stride == 1 && reads_constant ? OperandForm::Direct : OperandForm::PackedWeight;
        return stride == 1 ? OperandForm::Direct : OperandForm::PackedPanel;
    }

    ContractionBox schedule_of(const ContractionSchedule& chosen, const VectorBox& box) const {
        ContractionBox result{.box = box};
        LoopsAroundTiles around;
        const std::vector<std::int64_t>& reusing = around.reusing;
        for (std::size_t l = loops_.size(); l-- > 0;) {
            if (l == chosen.vector_loop || static_cast<int>(l) == chosen.row_loop ||
                encloses_staged(problem_, l))
                continue;
            const bool in_block = problem_.staged && l == problem_.staged->loop;
            (chooses_panel(problem_, l, chosen.panel_is_rhs) ? around.outside : around.reusing)
                .push_back(in_block ? chosen.staged_rows : loops_[l].extent);
        }
        const std::int64_t row_bytes = box.width() * byte_width(problem_.computed);
        std::int64_t on_stack = chosen.tile.rows * row_bytes;
        choose_sum_place(chosen, result, reusing, row_bytes, on_stack);
        const std::int64_t converted = chosen.row_form == OperandForm::ConvertedRows ? converted_bytes() : 0;
        result.rows_in_scratch = on_stack + converted > stack_bytes;
        if (!result.rows_in_scratch) on_stack += converted;
        std::int64_t panel_bytes = row_bytes, steps = 1;
        for (const ReductionLoop& loop : problem_.reductions) panel_bytes *= loop.extent;
        if (chosen.bytes != ByteProducts::None) panel_bytes /= bytes_in_word;
        around.copied = panel_bytes * (1 + rows_copied(chosen, reusing));
        result.panels_in_scratch = around.copied > std::min(largest_stack_panel, stack_bytes - on_stack);
        // Compilers move what unrolled steps make of words out of the loops over rows, onto the stack.
        // Steps whose rows are loaded together need registers for more rows if more of them are unrolled.
        const bool unrolls = chosen.bytes == ByteProducts::None && chosen.tile.steps == 1;
        for (std::size_t i = problem_.reductions.size(); unrolls && i-- > problem_.stretch_loops;) {
            steps *= problem_.reductions[i].extent;
            if (steps > unrolled_reduction || crowds_registers(problem_.reductions[i], box.vectors)) break;
            result.unrolled_steps++;
        }
        if (is_peeled()) result.unrolled_steps = 1;
        const ContractionThreads threads =
            choose_contraction_threads(problem_, chosen, result, around, target_);
        result.block_parts = threads.block_parts;
        result.parallel = threads.parallel;
        return result;
    }

    /// The number of rows that are copied beside each panel, each as large as the panel.
    std::int64_t rows_copied(const ContractionSchedule& chosen,
                             const std::vector<std::int64_t>& reusing) const {
        if (chosen.row_form != OperandForm::PackedPanel) return 0;
        std::int64_t rows = 1;
        if (chosen.row_loop >= 0)
            rows = round_up(loops_[static_cast<std::size_t>(chosen.row_loop)].extent, chosen.tile.rows);
        for (const std::int64_t extent : reusing) rows *= extent;
        return rows;
    }

    /// True if unrolling the loop needs too many registers: C compilers keep scalars that neighbouring rows
    /// read in different unrolled steps in registers, besides the sums. Vectors they load again instead.
    bool crowds_registers(const ReductionLoop& loop, int vectors) const {
        const bool rows_are_rhs = !chosen_.panel_is_rhs;
        if (chosen_.row_loop < 0 || loops_[chosen_.vector_loop].operand_stride(rows_are_rhs) != 0)
            return false;
        const std::int64_t row =
            loops_[static_cast<std::size_t>(chosen_.row_loop)].operand_stride(rows_are_rhs);
        const std::int64_t reach = loop.operand_stride(rows_are_rhs) * (loop.extent - 1);
        if (row <= 0 || reach < row) return false;
        const int rows = chosen_.tile.rows;
        return rows * vectors + vectors + rows + reach / row + 1 > target_.vector_registers;
    }

    /// See ContractionBox::transposed_rows. `together`: rows whose sums the epilogue finds in an array, in
    /// their order.
    int transposed_rows(const ContractionSchedule& chosen, const VectorBox& box,
                        std::int64_t together) const {
        if (chosen.row_loop < 0 || problem_.epilogue_strides) return 0;
        const ResultLoop& rows = loops_[static_cast<std::size_t>(chosen.row_loop)];
        const bool follow =
            rows.stride == 1 && rows.line == 0 && loops_[chosen.vector_loop].stride >= rows.extent;
        const bool is_padded = together == rows.extent && together % chosen.tile.rows != 0;
        if (!follow || is_padded ||
            std::min({together, box.extent, std::int64_t{chosen.tile.lanes}}) < shortest_block)
            return 0;
        const int most = std::min<int>(longest_block, chosen.tile.lanes);
        const int side = together >= most ? most : shortest_block;
        return problem_.replaces_operand && together % side != 0 ? 0 : side;
    }

    /// See BlockProblem::reread_cycles. Without stretches, each tile reads all of the panel.
    double reread_cycles(std::int64_t step_bytes) const {
        return problem_.stretch_loops > 0 ? exposed_l2_cycles(as_double(step_bytes)) : 0;
    }

    /// Totals of stretches are kept in memory, unless only one tile uses a panel and the stack holds them:
    /// then C compilers move them into registers anyway. Sums for a rolled epilogue are kept in memory too.
    void choose_sum_place(const ContractionSchedule& chosen, ContractionBox& result,
                          const std::vector<std::int64_t>& reusing, std::int64_t row_bytes,
                          std::int64_t& on_stack) const {
        const ContractionTile& tile = chosen.tile;
        const bool rolled = has_rolled_epilogue(tile.rows * result.box.vectors);
        const std::int64_t rows =
            chosen.row_loop >= 0 ? loops_[static_cast<std::size_t>(chosen.row_loop)].extent : 1;
        std::int64_t tiles = ceil_div(rows, tile.rows);
        for (const std::int64_t extent : reusing) tiles *= extent;
        // Threads share the rows of a panel that stands alone.
        const VectorBox& box = result.box;
        const std::int64_t work = problem_.flops / 8 * box.extent / loops_[chosen.vector_loop].extent;
        const bool stands_alone = box.extent == box.width() && work >= target_.parallel_work;
        const SumBlock block = choose_sum_block(target_, tile,
                                                {.row_extent = rows,
                                                 .loops = reusing,
                                                 .row_bytes = row_bytes,
                                                 .reread_cycles = reread_cycles(row_bytes),
                                                 .shared = stands_alone});
        const int side = transposed_rows(chosen, result.box, std::min(rows, block.row_tiles * tile.rows));
        // Each level of totals has a place for all sums.
        const auto levels =
            std::max<std::int64_t>(1, static_cast<std::int64_t>(levels_of_totals(problem_).size()));
        const std::int64_t totals = levels * tile.rows * row_bytes;
        if (problem_.stretch_loops > 0 && (tiles > 1 || on_stack + totals > stack_bytes)) {
            result.place = SumPlace::Block;
            result.block = block;
            result.transposed_rows = side;
            result.unrolled_epilogue =
                !has_rolled_epilogue(result.box.vectors) || interleaves_results(result.box.vectors);
        } else if (side > 0 && result_bytes(problem_) > target_.l1_bytes) {
            result.place = SumPlace::Block;
            result.block = block;
            result.transposed_rows = side;
        } else if (rolled) {
            result.place = SumPlace::Block;
            result.unrolled_epilogue = interleaves_results(result.box.vectors);
        } else {
            result.place = problem_.stretch_loops > 0 ? SumPlace::Registers : SumPlace::Accumulators;
        }
        if (result.transposed_rows > 0) result.unrolled_epilogue = false;
        std::int64_t sums = result.place == SumPlace::Accumulators ? 0 : totals;
        if (result.place == SumPlace::Block) {
            sums *= result.block.row_tiles;
            for (std::size_t l = 0; l < result.block.whole_loops; l++) sums *= reusing[l];
            result.block_in_scratch = on_stack + sums > stack_bytes;
        }
        if (!result.block_in_scratch) on_stack += sums;
    }

    const ContractionProblem& problem_;
    const Target& target_;
    const int panel_vectors_;
    const int joined_line_;
    const bool rows_apart_;
    const std::vector<ResultLoop>& loops_;
    ContractionSchedule chosen_;  // the current candidate, without boxes
    std::vector<ContractionSchedule> candidates_;
};

}  // namespace

bool copies_operand(const ContractionSchedule& schedule) {
    return schedule.panel_form == OperandForm::PackedPanel || schedule.row_form == OperandForm::PackedPanel;
}

bool chooses_panel(const ContractionProblem& problem, std::size_t l, bool panel_is_rhs) {
    return problem.results[l].operand_stride(panel_is_rhs) != 0;
}

bool stores_twice(const ContractionProblem& problem, const ContractionSchedule& schedule) {
    if (problem.staged && problem.results[problem.staged->loop].extent % schedule.staged_rows != 0)
        return true;
    std::int64_t columns = 0;
    for (const ContractionBox& part : schedule.boxes) {
        columns += part.box.extent;
        if (schedule.row_loop < 0) continue;
        const std::int64_t rows = problem.results[static_cast<std::size_t>(schedule.row_loop)].extent;
        const bool in_block = part.place == SumPlace::Block;
        const std::int64_t together = schedule.tile.rows * (in_block ? part.block.row_tiles : 1);
        // A block of all rows is complete before the epilogue stores them.
        if (rows % together != 0 && !(in_block && rows < together)) return true;
        if (part.transposed_rows > 0 && std::min(rows, together) % part.transposed_rows != 0) return true;
    }
    return columns != problem.results[schedule.vector_loop].extent;
}

bool encloses_staged(const ContractionProblem& problem, std::size_t l) {
    return problem.staged && problem.results[l].lhs_stride > problem.results[problem.staged->loop].lhs_stride;
}

std::vector<ContractionSchedule> contraction_candidates(const ContractionProblem& problem,
                                                        const Target& target, int panel_vectors) {
    std::vector<ContractionSchedule> candidates =
        ContractionChooser(problem, target, panel_vectors, 0, false).run();
    HLO2C_CHECK(!candidates.empty() || panel_vectors > 0, "a contraction has a schedule");
    for (const std::size_t line : joinable_lines(problem)) {
        const ContractionProblem joined = join_lines(problem, line);
        const bool rows_apart = !are_evenly_spaced(problem, line);
        auto more =
            ContractionChooser(joined, target, panel_vectors, static_cast<int>(line), rows_apart).run();
        std::move(more.begin(), more.end(), std::back_inserter(candidates));
    }
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const ContractionSchedule& a, const ContractionSchedule& b) {
                         return a.estimate.cycles < b.estimate.cycles;
                     });
    candidates.resize(std::min(candidates.size(), most_candidates));
    return candidates;
}

}  // namespace hlo2c::scheduler
