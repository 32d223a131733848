#include "scheduler/schedule/contraction_tile.h"

#include <algorithm>
#include <bit>

#include "frontend/integer_division.h"
#include "scheduler/schedule/vector_width.h"

namespace hlo2c::scheduler {
namespace {

constexpr int most_vectors = 8;
/// Latency of a multiply-add in cycles, and how many start per cycle.
constexpr double latency_cycles = 4;
constexpr double starts_per_cycle = 2;
/// Instructions that a core issues per cycle, and instructions of a step that only count and branch.
constexpr double issued_per_cycle = 4, loop_instructions = 4;
/// Cycles of a step per register that its values need beyond those of the target.
constexpr double spill_cycles = 0.25;
/// Where the innermost loop of a sum is unrolled, compilers load ahead of the multiply-adds and spill sums
/// unless this many registers are free; cycles of a step that this costs.
constexpr int registers_ahead = 2;
constexpr double spilled_sums_cycles = 3;
/// The share of a load's cycle that multiply-adds do not hide, where they take nothing from memory.
constexpr double exposed_load = 0.15;
/// Panels of more vectors than this take longer to stream than their loads suggest, by this many cycles per
/// extra vector.
constexpr int narrow_panel = 3;
constexpr double wide_panel_cycles = 0.4;
/// Cycles to advance the address of a row that is apart from the others. x86 adds a distance from one
/// pointer.
constexpr double row_address_cycles = 0.5;
/// Bytes of sums: they are locals of one function, which may hold 2 KiB in all.
constexpr int most_sum_bytes = 1920;
/// Lanes of the shortest vectors.
constexpr int narrowest_vector = 4;
/// Cost of sums that do not fit the first-level cache, as a share of the block's time.
constexpr double beyond_cache = 0.02;
/// Blocks that divide evenly among few cores; what part of the time of cores that wait counts in the choice.
constexpr std::int64_t shared_blocks = 4;
constexpr double uneven_share = 0.05;

/// Registers for the rows' scalars: x86 broadcasts one at a time from memory; elsewhere compilers load the
/// scalars of all rows ahead.
int spread_scalars(const Target& target, int rows) {
    return target.architecture == Architecture::X86_64 ? 1 : rows;
}

/// Registers for unrolled steps whose rows are vectors. Compilers keep the vectors that neighbouring rows
/// read in several steps beside the sums, two columns more than there are rows. Where multiply-adds take
/// nothing from memory, they keep the panel's vectors of all steps, too.
int unrolled_registers(const Target& target, const TileProblem& problem, int rows, int vectors) {
    const int accumulators = rows * vectors;
    if (target.architecture == Architecture::X86_64) return 2 * accumulators + vectors + 1;
    return 2 * accumulators + (2 + problem.unrolled_steps) * vectors;
}

/// Cycles of one step of a tile: a multiply-add per accumulator, loads of the panel's vectors, and per row
/// one scalar to broadcast, or the row's own vectors if both operands run along the vectorised loop.
double step_cycles(const Target& target, const TileProblem& problem, int rows, int vectors) {
    const int accumulators = rows * vectors;
    const double scalars = static_cast<double>(rows) / problem.steps;
    const double loads = vectors + (problem.row_operand_is_vector ? accumulators : scalars);
    const double arithmetic = accumulators * problem.instructions;
    double cycles = std::max({arithmetic / starts_per_cycle, loads / starts_per_cycle, latency_cycles});
    if (target.architecture == Architecture::X86_64) {
        // Multiply-adds take a vector of the row from memory, but not a scalar.
        const double loaded = vectors + (problem.row_operand_is_vector ? 0 : rows);
        const double issued = arithmetic + loaded * (1 + problem.conversions);
        cycles = std::max(cycles, (issued + loop_instructions) / issued_per_cycle);
    }
    if (problem.row_operand_is_vector && problem.unrolled_steps > 0)
        cycles += spill_cycles *
                  std::max(0, unrolled_registers(target, problem, rows, vectors) - target.vector_registers);
    const int used = accumulators + vectors + spread_scalars(target, rows);
    if (problem.short_inner_loop && !problem.row_operand_is_vector &&
        used + registers_ahead > target.vector_registers)
        cycles += spilled_sums_cycles;
    if (problem.steps > 1) cycles += exposed_load * loads;
    if (problem.rows_apart && target.architecture != Architecture::X86_64)
        cycles += row_address_cycles * scalars;
    return cycles + 0.25 + wide_panel_cycles * std::max(0, vectors - narrow_panel);
}

}  // namespace

int steps_of_row_vector(const Target& target, ScalarKind kind) {
    return target.architecture == Architecture::Aarch64 && is_float(kind) ? native_lanes(target, kind) : 1;
}

std::vector<EstimatedTile> contraction_tiles(const Target& target, const TileProblem& problem) {
    std::vector<EstimatedTile> tiles;
    const std::int64_t whole_vectors =
        std::max<std::int64_t>(1, ceil_div(problem.vector_extent, problem.lanes));
    for (int rows = 1; rows <= std::min<std::int64_t>(problem.most_rows, problem.row_extent); rows++)
        for (int vectors = 1; vectors <= std::min<std::int64_t>(most_vectors, whole_vectors); vectors++) {
            const int accumulators = rows * vectors;
            const int sums = accumulators * (problem.totals_in_registers(rows) ? 2 : 1);
            // Compilers load the panel's vectors of the next step ahead, if steps follow each other.
            const int panel = problem.steps > 1 ? 2 * vectors : vectors;
            const bool fits =
                sums + panel + spread_scalars(target, rows) + problem.temporaries <= target.vector_registers;
            const bool fits_stack = sums * target.vector_bytes <= most_sum_bytes;
            if (accumulators > 1 && !(fits && fits_stack)) continue;
            const ContractionTile tile{rows, vectors, problem.lanes, problem.steps};
            double time = 0;
            for (const VectorBox& box : cover_vector_loop(tile, problem.vector_extent))
                time += static_cast<double>(box.extent / box.width()) *
                        step_cycles(target, problem, rows, box.vectors);
            time *= static_cast<double>(ceil_div(problem.row_extent, rows));
            tiles.push_back({tile, time});
        }
    std::stable_sort(tiles.begin(), tiles.end(), [](const EstimatedTile& a, const EstimatedTile& b) {
        return a.step_time < b.step_time;
    });
    return tiles;
}

SumBlock choose_sum_block(const Target& target, const ContractionTile& tile, const BlockProblem& problem) {
    const std::int64_t row_extent = problem.row_extent, row_bytes = problem.row_bytes;
    const std::int64_t tiles = ceil_div(row_extent, tile.rows);
    const std::int64_t limit = target.l1_bytes / 2;
    const std::int64_t together =
        problem.shared && problem.loops.empty() ? std::max<std::int64_t>(1, tiles / shared_blocks) : tiles;
    // Of the time of a tile's step, the part that the first tile of a block waits.
    const double waits = problem.reread_cycles * starts_per_cycle / (tile.rows * tile.vectors);
    SumBlock block{tiles, 0};
    std::int64_t bytes = tiles * tile.rows * row_bytes;
    if ((bytes > limit && tiles > 1) || together < tiles) {
        // Blocks have equal size; if they do not divide the rows, the last one shifts inwards. Find the size
        // that computes few rows twice and seldom reads the panel again, and whose blocks divide evenly.
        const std::int64_t most = std::max<std::int64_t>(2, limit / (tile.rows * row_bytes));
        double least = 0;
        for (std::int64_t count = std::min<std::int64_t>(2, together); count <= std::min(together, 2 * most);
             count++) {
            const std::int64_t rows = count * tile.rows;
            const std::int64_t computed = round_up(row_extent, rows);
            const std::int64_t blocks = computed / rows;
            const double uneven = static_cast<double>(round_up(blocks, shared_blocks) - blocks);
            const double cost = static_cast<double>(computed) / static_cast<double>(row_extent) +
                                uneven_share * uneven / static_cast<double>(blocks) +
                                waits / static_cast<double>(count) + (count > most ? beyond_cache : 0);
            if (least != 0 && cost > least) continue;
            least = cost;
            block.row_tiles = count;
        }
        return block;
    }
    std::int64_t inside = tiles;
    for (const std::int64_t extent : problem.loops) {
        if (inside > 1 && bytes * extent > limit) break;
        inside *= extent;
        bytes *= extent;
        block.whole_loops++;
    }
    return block;
}

std::vector<VectorBox> cover_vector_loop(const ContractionTile& tile, std::int64_t extent, bool once) {
    std::vector<VectorBox> boxes;
    std::int64_t done = 0;
    const std::int64_t panels = extent / tile.width() * tile.width();
    if (panels > 0) boxes.push_back({0, panels, tile.vectors, tile.lanes});
    done = panels;
    const std::int64_t whole = (extent - done) / tile.lanes * tile.lanes;
    if (whole > 0) boxes.push_back({done, whole, static_cast<int>(whole / tile.lanes), tile.lanes});
    done += whole;
    if (done < extent) {
        const auto rest = static_cast<int>(std::bit_ceil(static_cast<std::uint64_t>(extent - done)));
        const int lanes = std::min(tile.lanes, std::max(once ? 1 : narrowest_vector, rest));
        boxes.push_back({extent - lanes, lanes, 1, lanes});
    }
    return boxes;
}

}  // namespace hlo2c::scheduler
