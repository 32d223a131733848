#include <algorithm>
#include <numeric>
#include <optional>

#include "frontend/integer_division.h"
#include "scheduler/schedule/contraction_cost.h"
#include "scheduler/schedule/parallel_loops.h"
#include "scheduler/schedule/schedule.h"
#include "scheduler/schedule/vector_width.h"
#include "scheduler/schedule/winograd_transform.h"

namespace hlo2c::scheduler {
namespace {

/// Lanes of the shortest vectors.
constexpr int fewest_lanes = 4;
/// Beyond this cost, the epilogue of a tile is too much code to be unrolled.
constexpr int largest_epilogue = 336;

/// Bytes of weights per cycle that memory delivers, where no cache holds them all.
constexpr double memory_bandwidth = 5;

std::int64_t terms(const WinogradTransform::Matrix& matrix) {
    std::int64_t count = 0;
    for (const std::vector<double>& row : matrix)
        count += std::count_if(row.begin(), row.end(), [](double factor) { return factor != 0; });
    return count;
}

/// Cycles to transform one vector of all positions of a tile, `from` in each direction: each term is a load
/// and an operation along the columns, and an operation along the rows.
double transform_cycles(const WinogradTransform::Matrix& matrix, std::int64_t from) {
    const auto to = as_double(static_cast<std::int64_t>(matrix.size()));
    const double starts_per_cycle = 2;
    const double operations = as_double(terms(matrix)) * (2 * as_double(from) + to);
    return operations / starts_per_cycle + to * to;
}

class WinogradChooser {
public:
    WinogradChooser(const ContractionProblem& problem, const Target& target)
        : problem_(problem), windows_(*problem.windows), target_(target) {
        const int native = native_lanes(target, problem.computed);
        lanes_ = static_cast<int>(std::gcd(windows_.features.extent, native));
        channel_lanes_ = static_cast<int>(std::gcd(windows_.channels.extent, native));
    }

    std::vector<WinogradSchedule> run() {
        std::vector<WinogradSchedule> candidates;
        if (std::min(lanes_, channel_lanes_) < fewest_lanes) return candidates;
        for (const int outputs : winograd_outputs) {
            if (problem_.epilogue_cost * outputs * outputs > largest_epilogue) continue;
            std::optional<WinogradSchedule> best;
            const std::int64_t rows = rows_of_tiles(windows_, outputs);
            std::int64_t tried = 0;
            for (std::int64_t blocks = 1; blocks <= rows; blocks++) {
                const std::int64_t tile_rows = ceil_div(rows, blocks);
                if (tile_rows == tried) continue;
                tried = tile_rows;
                const std::optional<WinogradSchedule> candidate = schedule_of(outputs, tile_rows);
                if (candidate && (!best || candidate->estimate.cycles < best->estimate.cycles))
                    best = candidate;
            }
            if (best) candidates.push_back(*best);
        }
        return candidates;
    }

private:
    std::optional<WinogradSchedule> schedule_of(int outputs, std::int64_t tile_rows) const {
        WinogradSchedule schedule{
            .outputs = outputs, .tile_rows = tile_rows, .channel_lanes = channel_lanes_};
        const std::int64_t tiles = tile_rows * tiles_in_row(windows_, outputs);
        const int steps = steps_of_row_vector(target_, problem_.computed);
        const TileProblem products{.lanes = lanes_,
                                   .row_extent = tiles,
                                   .vector_extent = windows_.features.extent,
                                   .steps = lanes_ == steps && windows_.channels.extent >= steps ? steps : 1};
        for (const EstimatedTile& each : contraction_tiles(target_, products)) {
            if (windows_.features.extent % each.tile.width() != 0) continue;
            schedule.tile = each.tile;
            const std::int64_t blocks = ceil_div(rows_of_tiles(windows_, outputs), tile_rows);
            const OuterLoops loops{.trips = {windows_.images.extent, blocks}, .needs_scratch = true};
            schedule.parallel = choose_parallel_loops(loops, problem_.flops / 8, target_);
            schedule.estimate = estimate(schedule, each.step_time, tiles, windows_.images.extent * blocks);
            return schedule;
        }
        return std::nullopt;
    }

    ContractionEstimate estimate(const WinogradSchedule& schedule, double step_time, std::int64_t tiles,
                                 std::int64_t blocks) const {
        const WinogradTransform& transform = winograd_transform(schedule.outputs);
        const std::int64_t channels = windows_.channels.extent, features = windows_.features.extent;
        const std::int64_t positions = std::int64_t{transform.inputs()} * transform.inputs();
        const std::int64_t width = byte_width(problem_.computed);
        const double inputs = as_double(positions * tiles * channels);
        const double products = as_double(positions * tiles * features);
        const double all_blocks = as_double(blocks);

        ContractionEstimate estimate;
        estimate.arithmetic = all_blocks * (step_time * as_double(channels * positions) + products / lanes_);
        estimate.packing =
            all_blocks * as_double(tiles) *
            (as_double(channels / channel_lanes_) * transform_cycles(transform.input, transform.inputs()) +
             as_double(features / lanes_) * transform_cycles(transform.result, transform.inputs()));

        // The inputs of one position are read once per panel. A panel is read once if it stays in the
        // first-level cache, else for each tile of rows.
        const std::int64_t panels = features / schedule.tile.width();
        const bool inputs_stay = tiles * channels * width <= target_.l1_bytes / 2;
        const bool panel_stays = channels * schedule.tile.width() * width <= target_.l1_bytes / 2;
        const double moved =
            as_double(width) * all_blocks * (inputs * as_double(inputs_stay ? 2 : 1 + panels) + 2 * products);
        const double weights = as_double(positions * channels * features * width);
        const auto l2 = as_double(target_.l2_bytes) / 2;
        estimate.l2_bytes =
            moved + all_blocks * weights * as_double(panel_stays ? 1 : ceil_div(tiles, schedule.tile.rows));
        estimate.far_bytes = as_double(problem_.lhs.elements * width) +
                             weights * (weights <= l2 ? 1 : all_blocks) +
                             ((inputs + products) * as_double(width) <= l2 ? 0 : moved);
        const double from_memory = weights > as_double(std::max(target_.l2_bytes, target_.l3_bytes))
                                       ? weights / memory_bandwidth
                                       : 0;
        // Slots without a block wait for the others.
        const double idle = problem_.flops / 8 < target_.parallel_work
                                ? 1
                                : as_double(round_up(blocks, target_.cores)) / all_blocks;
        estimate.cycles =
            (estimate.arithmetic + estimate.packing + streaming_cycles(estimate, target_) + from_memory) *
            idle;
        return estimate;
    }

    const ContractionProblem& problem_;
    const SlidingWindows& windows_;
    const Target& target_;
    int lanes_ = 1, channel_lanes_ = 1;
};

}  // namespace

std::int64_t tiles_in_row(const SlidingWindows& windows, int outputs) {
    return ceil_div(windows.columns.extent, outputs);
}

std::int64_t rows_of_tiles(const SlidingWindows& windows, int outputs) {
    return ceil_div(windows.rows.extent, outputs);
}

std::vector<WinogradSchedule> winograd_candidates(const ContractionProblem& problem, const Target& target) {
    if (!problem.windows || !problem.rhs.is_constant) return {};
    return WinogradChooser(problem, target).run();
}

}  // namespace hlo2c::scheduler
