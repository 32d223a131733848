#include "scheduler/schedule/contraction_cost.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <numeric>
#include <set>
#include <vector>

#include "frontend/integer_division.h"
#include "scheduler/schedule/packed_form.h"

namespace hlo2c::scheduler {
namespace {

/// Bytes per cycle, and the share of the transfer time that multiply-adds do not hide.
constexpr double l2_bandwidth = 48, l2_exposed = 0.25;
/// Bytes from beyond the second-level cache for which multiply-adds wait a cycle, if memory delivers as fast
/// as they need them.
constexpr double far_exposed_bandwidth = 20;
/// Addresses that differ by a multiple of this map to the same set of the first-level cache.
constexpr std::int64_t period = 4096;
/// Cycles to fetch a line from beyond the second-level cache that no prefetcher predicts.
constexpr double unexpected_line = 60;
/// Cycles to copy a vector, to transpose one in registers, to move one element alone, and to convert the
/// elements of a vector.
constexpr double copied_vector = 2, transposed_vector = 4, moved_element = 2, converted_vector = 2;
/// Cycles to fetch a line that the rows of a tile read and the first-level cache lost: if its neighbours are
/// read next, from the second-level cache or from beyond it; if they are read with the next panel, a whole
/// line or a part of it.
constexpr double lost_line = 5, lost_far_line = 6, lost_line_of_panel = 9, lost_part_of_line = 12;
/// The same, by this factor, if the rows of a tile are in pages of their own, where no prefetcher goes on.
constexpr double page_factor = 2;
/// Cycles to fetch a line again for its next part, from the second-level cache and from beyond it.
constexpr double fetched_again = 2, fetched_again_from_far = 7;
/// Bytes between lines up to which a prefetcher fetches those in between, too.
constexpr std::int64_t predicted_distance = 1024;
/// Limit on the addresses that are looked at to find out which lines a tile reads.
constexpr std::int64_t most_addresses = 4096;
/// Cycles to compute a vector of an operand, for each addition that its cost equals.
constexpr double computed_vector = 1;

/// Cycles of reading from beyond it that multiply-adds do not hide.
double far_cycles(const ContractionEstimate& estimate) {
    return estimate.far_bytes / far_exposed_bandwidth;
}

class Estimator {
public:
    Estimator(const ContractionProblem& problem, const ContractionSchedule& schedule, const Target& target)
        : problem_(problem),
          schedule_(schedule),
          target_(target),
          panel_(problem.operand(schedule.panel_is_rhs)),
          row_(problem.operand(!schedule.panel_is_rhs)) {
        for (const ReductionLoop& loop : problem.reductions) steps_ *= loop.extent;
        for (std::size_t i = problem.stretch_loops; i < problem.reductions.size(); i++)
            stretch_steps_ *= problem.reductions[i].extent;
        for (std::size_t l = 0; l < problem.results.size(); l++) {
            const std::int64_t extent = problem.results[l].extent;
            if (l == schedule.vector_loop) continue;
            (chooses_panel(problem, l, schedule.panel_is_rhs) ? outside_ : rows_) *= extent;
        }
    }

    ContractionEstimate run(double arithmetic) {
        ContractionEstimate estimate{.arithmetic = arithmetic};
        double fetching = 0;  // of lines that were in the first-level cache before
        const std::int64_t row_bytes = byte_width(row_.element);
        for (const ContractionBox& part : schedule_.boxes) {
            const double panels = as_double(part.box.extent / part.box.width()) * as_double(outside_);
            const double passes = outer_passes(part);
            const double panel_bytes = as_double(part.box.width() * element_bytes() * steps_);
            // Panels are read once per block of tiles if one stretch of a panel stays in L1, else once per
            // tile.
            const double tiles = as_double(rows_) / schedule_.tile.rows;
            const double fetches = std::max(passes, stays_in_l1(part) ? blocks(part) : tiles);
            const bool near = panel_bytes <= as_double(target_.l2_bytes) / 2;
            estimate.l2_bytes += panels * panel_bytes * fetches;
            estimate.far_bytes += panels * panel_bytes * (near ? passes : fetches);
            // No prefetcher predicts the rows of a panel that is read in place or copied, unless its steps
            // are neighbours, or its rows follow each other.
            if (!is_read_packed(problem_, schedule_, schedule_.panel_is_rhs) && step_stride() != 1 &&
                !rows_follow_each_other(part) &&
                panel_.elements * byte_width(panel_.element) > target_.l2_bytes / 2)
                estimate.packing += panels * (near ? passes : fetches) * as_double(steps_) *
                                    fetched_lines(part) * unexpected_line;
            // Rows are read once per panel: all of them, or those of an outer block.
            const double all_rows = as_double(std::min(rows_ * steps_, row_.elements) * row_bytes);
            const bool rows_stay = all_rows / passes <= as_double(target_.l2_bytes) / 2;
            estimate.l2_bytes +=
                panels * (rows_stay_in_l1() ? all_rows : all_rows / row_bytes * target_.cache_line_bytes);
            estimate.far_bytes += rows_stay ? all_rows * as_double(outside_) : panels * all_rows;
            const bool copies = copies_operand(schedule_);
            if (copies)
                estimate.packing += panels * passes * packing(part);
            else if (converts())
                estimate.packing += panels * tiles * vectors(part) * converted_vector;
            estimate.packing +=
                panels * (copies ? passes : tiles) * vectors(part) * panel_.cost * computed_vector;
            estimate.packing += panels * as_double(rows_ * steps_) * row_.cost * computed_vector;
            fetching += panels * tiles * lost_lines(part) * lost_line_cycles(part);
        }
        estimate.packing += std::max(0.0, fetching - arithmetic) + refetched_lines();
        estimate.cycles =
            arithmetic + estimate.packing + exposed_l2_cycles(estimate.l2_bytes) + far_cycles(estimate);
        return estimate;
    }

private:
    bool is_packed() const { return schedule_.panel_form != OperandForm::Direct; }

    std::int64_t element_bytes() const {
        const bool converted =
            schedule_.panel_form == OperandForm::PackedPanel && schedule_.bytes == ByteProducts::None;
        return byte_width(converted ? problem_.computed : panel_.element);
    }

    /// The distance in the panel between neighbours of the innermost reduction.
    std::int64_t step_stride() const {
        return problem_.reductions.back().operand_stride(schedule_.panel_is_rhs);
    }

    bool rows_follow_each_other(const ContractionBox& part) const {
        const ResultLoop& vector = problem_.results[schedule_.vector_loop];
        return vector.operand_stride(schedule_.panel_is_rhs) == 1 && step_stride() == part.box.width();
    }

    /// The lines that a row of a panel in place fetches. Its last line holds the begin of the next panel's
    /// row, and is still there if a line of each row fits.
    double fetched_lines(const ContractionBox& part) const {
        const double lines =
            as_double(part.box.width() * byte_width(panel_.element)) / as_double(target_.cache_line_bytes);
        return steps_ * target_.cache_line_bytes <= target_.l2_bytes / 2 ? lines : std::ceil(lines);
    }

    double blocks(const ContractionBox& part) const {
        if (part.place != SumPlace::Block) return as_double(rows_) / schedule_.tile.rows;
        double block = as_double(part.block.row_tiles * schedule_.tile.rows);
        std::size_t whole = part.block.whole_loops;
        for (std::size_t l = problem_.results.size(); l-- > 0 && whole > 0;) {
            if (l == schedule_.vector_loop || static_cast<int>(l) == schedule_.row_loop ||
                chooses_panel(problem_, l, schedule_.panel_is_rhs))
                continue;
            block *= as_double(problem_.results[l].extent);
            whole--;
        }
        return std::max(1.0, as_double(rows_) / block);
    }

    /// How often all panels are read.
    double outer_passes(const ContractionBox& part) const {
        if (schedule_.outer_blocks == 0) return 1;
        return std::max(1.0, blocks(part) / as_double(schedule_.outer_blocks));
    }

    /// True if one stretch of a panel stays in L1. The rows of a panel in place may all map to a few cache
    /// sets.
    bool stays_in_l1(const ContractionBox& part) const {
        const std::int64_t line = target_.cache_line_bytes, row = part.box.width() * element_bytes();
        const std::int64_t stride = is_packed() ? row : std::abs(step_stride()) * element_bytes();
        const std::int64_t sets = period / line;
        const std::int64_t lines = ceil_div(row, line) + (stride % line != 0 && !is_packed() ? 1 : 0);
        const std::int64_t starts = stride == 0 ? 1 : period / std::gcd(stride, period);
        const std::int64_t room = std::min(sets, starts * lines) * ways();
        const std::int64_t taken =
            is_packed() ? ceil_div(row * stretch_steps_, line) : lines * stretch_steps_;
        return taken * 4 <= room * 3;
    }

    std::int64_t ways() const { return std::max<std::int64_t>(1, target_.l1_bytes / period); }

    /// The distance in bytes between the rows of a tile.
    std::int64_t row_stride() const {
        if (schedule_.row_loop < 0) return 0;
        const ResultLoop& loop = problem_.results[static_cast<std::size_t>(schedule_.row_loop)];
        return loop.operand_stride(!schedule_.panel_is_rhs) * byte_width(row_.element);
    }

    /// True if the rows of a tile stay in L1. They may all map to one cache set, of which the panel uses a
    /// part.
    bool rows_stay_in_l1() const {
        if (schedule_.row_loop < 0) return true;
        const std::int64_t stride = std::abs(row_stride());
        if (stride < target_.cache_line_bytes) return true;
        const std::int64_t starts = period / std::gcd(stride, period);
        return ceil_div(schedule_.tile.rows, starts) <= ways() * 3 / 4;
    }

    /// Of the lines that the rows of a tile read for one panel, those that share a set of the first-level
    /// cache with too many others. 0 unless both operands run along the panel's vectors.
    double lost_lines(const ContractionBox& part) const {
        const bool is_rhs = !schedule_.panel_is_rhs;
        if (!rows_run_along_vectors() || schedule_.tile.rows * steps_ > most_addresses) return 0;
        std::vector<std::int64_t> starts = {0};
        const auto walk = [&](std::int64_t extent, std::int64_t stride) {
            const std::vector<std::int64_t> before = std::move(starts);
            starts.clear();
            for (const std::int64_t start : before)
                for (std::int64_t i = 0; i < extent; i++) starts.push_back(start + i * stride);
        };
        const std::int64_t bytes = byte_width(row_.element), size = target_.cache_line_bytes;
        walk(schedule_.tile.rows, row_stride());
        for (const ReductionLoop& loop : problem_.reductions)
            walk(loop.extent, loop.operand_stride(is_rhs) * bytes);
        std::set<std::int64_t> lines;
        for (const std::int64_t start : starts)
            for (std::int64_t byte = start; byte < start + part.box.width() * bytes; byte += size)
                lines.insert(floor_divide(byte, size));
        std::map<std::int64_t, std::int64_t> in_set;
        const std::int64_t sets = period / size;
        for (const std::int64_t line : lines) in_set[line - floor_divide(line, sets) * sets]++;
        std::int64_t lost = 0;
        for (const auto& [set, count] : in_set) lost += count > ways() ? count : 0;
        return as_double(lost);
    }

    bool reads_parts_of_lines(const ContractionBox& part) const {
        return part.box.width() * byte_width(row_.element) % target_.cache_line_bytes != 0;
    }

    double lost_line_cycles(const ContractionBox& part) const {
        double cycles = rows_stay_in_l2() ? lost_line : lost_far_line;
        if (!schedule_.panels_inside)
            cycles = reads_parts_of_lines(part) ? lost_part_of_line : lost_line_of_panel;
        return std::abs(row_stride()) < period ? cycles : cycles * page_factor;
    }

    bool rows_run_along_vectors() const {
        return problem_.results[schedule_.vector_loop].operand_stride(!schedule_.panel_is_rhs) != 0;
    }

    bool rows_stay_in_l2() const { return row_.elements * byte_width(row_.element) <= target_.l2_bytes / 2; }

    /// Cycles to fetch lines of rows and results again, or without a prefetcher that predicts them, because a
    /// panel outside the rows selects some of the elements that are neighbours.
    double refetched_lines() const {
        if (!rows_run_along_vectors() || schedule_.panels_inside) return 0;
        const std::int64_t bytes = byte_width(row_.element);
        const std::int64_t neighbours = problem_.results[schedule_.vector_loop].extent * bytes;
        const bool are_predicted = rows_stay_in_l2() || neighbours < predicted_distance;
        if (!reads_parts_of_lines(schedule_.boxes.front()) && are_predicted) return 0;
        const std::int64_t all = result_bytes(problem_) + row_.elements * bytes;
        if (all <= target_.l1_bytes) return 0;
        return as_double(all / target_.cache_line_bytes) *
               (rows_stay_in_l2() ? fetched_again : fetched_again_from_far);
    }

    /// True if memory holds the panel in another type, which each tile converts.
    bool converts() const {
        return panel_.element != problem_.computed && schedule_.bytes == ByteProducts::None;
    }

    double vectors(const ContractionBox& part) const { return as_double(part.box.vectors * steps_); }

    /// Cycles to copy one panel, and the rows that are copied with it.
    double packing(const ContractionBox& part) const {
        const ResultLoop& vector = problem_.results[schedule_.vector_loop];
        if (schedule_.row_form == OperandForm::PackedPanel)
            return vectors(part) * part.box.lanes * moved_element * as_double(1 + rows_);
        if (vector.operand_stride(schedule_.panel_is_rhs) == 1 || panel_.is_constant)
            return vectors(part) * copied_vector;
        if (step_stride() == 1) return vectors(part) * transposed_vector;
        return vectors(part) * part.box.lanes * moved_element;
    }

    const ContractionProblem& problem_;
    const ContractionSchedule& schedule_;
    const Target& target_;
    const Operand &panel_, &row_;
    std::int64_t steps_ = 1, stretch_steps_ = 1, rows_ = 1, outside_ = 1;
};

}  // namespace

double exposed_l2_cycles(double bytes) {
    return bytes / l2_bandwidth * l2_exposed;
}

double streaming_cycles(const ContractionEstimate& estimate, const Target& target) {
    const double far = estimate.far_bytes / target.far_bandwidth;
    return exposed_l2_cycles(estimate.l2_bytes) + std::max(far_cycles(estimate), far - estimate.arithmetic);
}

std::int64_t result_bytes(const ContractionProblem& problem) {
    std::int64_t bytes = byte_width(problem.computed);
    for (const ResultLoop& loop : problem.results) bytes *= loop.extent;
    return bytes;
}

double copy_cycles(std::int64_t bytes, const Target& target) {
    return 2 * as_double(bytes) / target.far_bandwidth;
}

ContractionEstimate estimate_contraction(const ContractionProblem& problem,
                                         const ContractionSchedule& schedule, double arithmetic,
                                         const Target& target) {
    return Estimator(problem, schedule, target).run(arithmetic);
}

}  // namespace hlo2c::scheduler
