#include "scheduler/schedule/contraction_threads.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "frontend/integer_division.h"
#include "scheduler/schedule/contraction_cost.h"
#include "scheduler/schedule/parallel_loops.h"
#include "scheduler/schedule/vector_width.h"

namespace hlo2c::scheduler {
namespace {

/// Limit on the bytes of copied panels of all slots together.
constexpr std::int64_t largest_scratch = 2 << 20;
/// Bytes per cycle that a core reads of what another core has written, and of panels that none has written.
constexpr double shared_bandwidth = 7, panel_bandwidth = 10;
/// The same of a panel in the second-level cache.
constexpr double near_bandwidth = 48;
/// Cycles to begin and to end a parallel loop.
constexpr double loop_cycles = 4000;
/// Channels of a depthwise convolution for each channel of the pointwise convolutions that usually surround
/// it.
constexpr std::int64_t usual_expansion = 6;

std::int64_t product(const std::vector<std::int64_t>& extents) {
    return std::accumulate(extents.begin(), extents.end(), std::int64_t{1}, std::multiplies<>());
}

std::int64_t operand_bytes(const Operand& operand) {
    return operand.elements * byte_width(operand.element);
}

class ThreadChoice {
public:
    ThreadChoice(const ContractionProblem& problem, const ContractionSchedule& chosen,
                 const ContractionBox& box, const LoopsAroundTiles& loops, const Target& target)
        : problem_(problem), chosen_(chosen), box_(box), loops_(loops), target_(target) {}

    ContractionThreads run() const {
        if (panel_is_in_scratch() && loops_.copied * target_.cores > largest_scratch) return {};
        if (problem_.staged) return {choose(staged_loops())};
        const OuterLoops around = panel_loops();
        if (has_panels_inside_rows()) return {choose_around_panels(around)};
        ContractionThreads chosen{choose(around)};
        if (!may_divide_inside_panels()) return chosen;
        const bool is_parallel = chosen.parallel.loops > 0;
        double least = is_parallel ? panel_cycles(around, chosen.parallel) : serial_cycles();
        const auto add = [&](const OuterLoops& inside, std::int64_t block_parts) {
            if (inside.trips.empty()) return;
            ParallelLoops by_rows = choose(inside);
            if (by_rows.loops == 0) return;
            by_rows.around = static_cast<int>(1 + loops_.outside.size());
            double cycles = row_cycles(inside, by_rows);
            if (block_parts > 1) cycles += reread_cycles(block_parts);
            const bool has_choice = chosen.parallel.loops > 0 || block_parts > 1;
            if (has_choice && cycles >= least) return;
            chosen = {by_rows, block_parts};
            least = cycles;
        };
        if (panels() > 1) add(loops_inside_all_panels(), 1);
        for (const std::int64_t parts : parts_of_block())
            add({.trips = {parts}, .needs_scratch = needs_scratch()}, parts);
        return chosen;
    }

private:
    /// The numbers of equal parts of a block of all rows.
    std::vector<std::int64_t> parts_of_block() const {
        const SumBlock& block = box_.block;
        if (box_.place != SumPlace::Block || block.whole_loops < loops_.reusing.size() ||
            chosen_.row_loop < 0)
            return {};
        const bool divides_loop = block.whole_loops > 0;
        if (!divides_loop && block.row_tiles * chosen_.tile.rows != rows()) return {};
        const std::int64_t extent = divides_loop ? loops_.reusing[block.whole_loops - 1] : block.row_tiles;
        std::vector<std::int64_t> divisors;
        for (std::int64_t parts = 2; parts <= extent; parts++) {
            const bool has_squares = divides_loop || is_whole_squares(extent / parts * chosen_.tile.rows);
            if (extent % parts == 0 && has_squares) divisors.push_back(parts);
        }
        return divisors;
    }

    bool is_whole_squares(std::int64_t rows) const {
        return box_.transposed_rows == 0 || rows % box_.transposed_rows == 0;
    }

    ParallelLoops choose(const OuterLoops& loops) const {
        return choose_parallel_loops(loops, problem_.flops / 8, target_);
    }

    bool panel_is_in_scratch() const { return box_.panels_in_scratch && copies_operand(chosen_); }

    bool needs_scratch() const {
        return panel_is_in_scratch() || box_.block_in_scratch || box_.rows_in_scratch;
    }

    std::int64_t panels() const { return box_.box.extent / box_.box.width(); }

    std::int64_t rows() const { return problem_.results[static_cast<std::size_t>(chosen_.row_loop)].extent; }

    /// The loops outside, then the blocks of rows around the panels, or the panels. Inside panels that are
    /// not copied, then the loops that reuse them, and the tiles or blocks of rows.
    OuterLoops panel_loops() const {
        OuterLoops loops{.trips = {loops_.outside.rbegin(), loops_.outside.rend()},
                         .needs_scratch = needs_scratch()};
        if (chosen_.outer_blocks > 0) {
            const std::int64_t block = box_.block.row_tiles * chosen_.tile.rows;
            loops.trips.push_back(ceil_div(rows(), chosen_.outer_blocks * block));
            // The last block begins early enough to be whole. If each iteration is one block, it stores rows
            // that the iteration before it stores too.
            loops.last_is_uneven = rows() % block != 0;
            loops.last_overlaps = loops.last_is_uneven && chosen_.outer_blocks == 1;
        } else {
            if (!chosen_.panels_inside) loops.trips.push_back(panels());
            if (!copies_operand(chosen_)) add_loops_inside_panels(loops);
        }
        return loops;
    }

    /// True if the first and the last tiles of a line are loops of their own.
    bool is_peeled() const { return !problem_.peeled.empty(); }

    /// True if all panels are inside a tile or a block of rows, and threads read them where they are.
    bool has_panels_inside_rows() const {
        return (chosen_.panels_inside || chosen_.outer_blocks > 0) && !copies_operand(chosen_);
    }

    /// Threads divide the loops around the panels, or the panels: then each runs all of these loops.
    ParallelLoops choose_around_panels(const OuterLoops& around) const {
        const ParallelLoops by_rows = choose(around);
        const OuterLoops inside{.trips = {panels()}, .needs_scratch = needs_scratch()};
        ParallelLoops by_panels = choose(inside);
        const bool is_slower =
            by_rows.loops > 0 && row_cycles(around, by_rows) <= panel_cycles(inside, by_panels);
        if (by_panels.loops == 0 || is_slower || is_peeled()) return by_rows;
        // One range each: neighbours in memory are read one after the other.
        by_panels.slots = static_cast<int>(std::min<std::int64_t>(target_.cores, panels()));
        by_panels.around = loops_around_panels();
        return by_panels;
    }

    int loops_around_panels() const {
        const std::size_t outside = loops_.outside.size();
        if (chosen_.outer_blocks > 0) return static_cast<int>(1 + outside);
        const bool has_tiles = chosen_.row_loop >= 0 && !holds_all_rows();
        return static_cast<int>(outside + loops_.reusing.size() + (has_tiles ? 1 : 0));
    }

    /// True if a block has the tiles of all rows.
    bool holds_all_rows() const {
        return box_.place == SumPlace::Block && box_.block.row_tiles == ceil_div(rows(), chosen_.tile.rows);
    }

    /// False if threads have other panels, or copy them.
    bool may_divide_inside_panels() const {
        return !copies_operand(chosen_) && product(loops_.outside) == 1 && !chosen_.panels_inside &&
               chosen_.outer_blocks == 0;
    }

    /// The outermost loop inside the panels.
    OuterLoops loops_inside_all_panels() const {
        OuterLoops loops{.needs_scratch = needs_scratch()};
        add_loops_inside_panels(loops);
        if (loops.trips.size() > 1) loops.last_overlaps = false;
        if (!loops.trips.empty()) loops.trips.resize(1);
        return loops;
    }

    /// The loops around blocks of staged lines, and the blocks.
    OuterLoops staged_loops() const {
        OuterLoops loops{.needs_scratch = true};
        for (std::size_t l = 0; l < problem_.results.size(); l++)
            if (encloses_staged(problem_, l)) loops.trips.push_back(problem_.results[l].extent);
        const std::int64_t extent = problem_.results[problem_.staged->loop].extent;
        loops.trips.push_back(ceil_div(extent, chosen_.staged_rows));
        loops.last_overlaps = extent % chosen_.staged_rows != 0;
        return loops;
    }

    void add_loops_inside_panels(OuterLoops& loops) const {
        const std::size_t whole = box_.place == SumPlace::Block ? box_.block.whole_loops : 0;
        for (std::size_t l = loops_.reusing.size(); l-- > whole;) loops.trips.push_back(loops_.reusing[l]);
        if (chosen_.row_loop < 0 || is_peeled()) return;
        const std::int64_t tiles = ceil_div(rows(), chosen_.tile.rows);
        const std::int64_t together = box_.place == SumPlace::Block ? box_.block.row_tiles : 1;
        if (holds_all_rows()) return;
        loops.trips.push_back(ceil_div(tiles, together));
        loops.last_overlaps = rows() % (chosen_.tile.rows * together) != 0;
    }

    /// Cycles that threads wait for the one with the most iterations.
    double idle_cycles(const OuterLoops& loops, const ParallelLoops& parallel) const {
        std::int64_t iterations = 1;
        for (int l = 0; l < parallel.loops; l++) iterations *= loops.trips[static_cast<std::size_t>(l)];
        const double most = static_cast<double>(ceil_div(iterations, target_.cores));
        const double even = static_cast<double>(iterations) / target_.cores;
        return cycles_of_thread() * (most / even - 1);
    }

    /// Cycles that the others wait for one thread that computes all results, and in which it reads the
    /// panels, which each thread that divides the rows does, too; there is no loop to begin and to end.
    double serial_cycles() const {
        const Operand& operand = chosen_.panel_is_rhs ? problem_.rhs : problem_.lhs;
        const double panels =
            static_cast<double>(operand_bytes(operand)) * share() * share_of_others() / panel_bandwidth;
        return cycles_of_thread() * (target_.cores - 1) + panels + reread_cycles(1) - loop_cycles;
    }

    /// Cycles of the multiply-adds of each thread, if they are divided evenly.
    double cycles_of_thread() const {
        const double flops_per_cycle = 4.0 * native_lanes(target_, problem_.computed);
        return static_cast<double>(problem_.flops) * share() / flops_per_cycle / target_.cores;
    }

    /// The part of the results that the box has.
    double share() const {
        const ResultLoop& vector = problem_.results[chosen_.vector_loop];
        return static_cast<double>(box_.box.extent) / static_cast<double>(vector.extent);
    }

    /// Cycles in which threads that divide the panels read rows that others have written, and the next kernel
    /// reads their results; they wait at the end.
    double panel_cycles(const OuterLoops& loops, const ParallelLoops& parallel) const {
        const Operand& operand = chosen_.panel_is_rhs ? problem_.lhs : problem_.rhs;
        double bytes = static_cast<double>(operand_bytes(operand) + result_bytes(problem_));
        // The convolutions around a depthwise convolution read or write one of the two, and fewer channels.
        if (is_depthwise()) bytes *= 0.5 * (1 + 1.0 / usual_expansion);
        return bytes * share_of_others() / shared_bandwidth + idle_cycles(loops, parallel);
    }

    /// Cycles in which threads that divide the rows read the panels of the others; they wait at the end.
    double row_cycles(const OuterLoops& loops, const ParallelLoops& parallel) const {
        const Operand& operand = chosen_.panel_is_rhs ? problem_.rhs : problem_.lhs;
        const ResultLoop& vector = problem_.results[chosen_.vector_loop];
        std::int64_t bytes = operand_bytes(operand);
        // A depthwise convolution has small panels, and its threads divide what those of the convolutions
        // around it divide.
        if (is_depthwise())
            bytes = vector.extent * vector.extent / usual_expansion * byte_width(operand.element);
        return static_cast<double>(bytes) * share() * share_of_others() / panel_bandwidth +
               idle_cycles(loops, parallel);
    }

    /// The part of what all threads write or read that is not the thread's own.
    double share_of_others() const { return 1 - 1.0 / target_.cores; }

    /// True if both operands run along the vectors.
    bool is_depthwise() const {
        const ResultLoop& vector = problem_.results[chosen_.vector_loop];
        return vector.lhs_stride != 0 && vector.rhs_stride != 0;
    }

    /// Cycles in which a thread reads its panels from the second-level cache, once for each of its parts of
    /// a block.
    double reread_cycles(std::int64_t parts) const {
        const Operand& operand = chosen_.panel_is_rhs ? problem_.rhs : problem_.lhs;
        const double each = static_cast<double>(operand_bytes(operand)) * share() / near_bandwidth;
        return each * static_cast<double>(ceil_div(parts, target_.cores));
    }

    const ContractionProblem& problem_;
    const ContractionSchedule& chosen_;
    const ContractionBox& box_;
    const LoopsAroundTiles& loops_;
    const Target& target_;
};

}  // namespace

ContractionThreads choose_contraction_threads(const ContractionProblem& problem,
                                              const ContractionSchedule& chosen, const ContractionBox& box,
                                              const LoopsAroundTiles& loops, const Target& target) {
    return ThreadChoice(problem, chosen, box, loops, target).run();
}

}  // namespace hlo2c::scheduler
