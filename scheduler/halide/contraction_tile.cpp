#include "scheduler/halide/contraction_tile.h"

#include <algorithm>

namespace hlo2c::scheduler::halide {
namespace {

constexpr int most_rows = 14;
constexpr int most_vectors = 8;
/// Multiply-adds that must be in flight to hide their latency, and how many start per cycle.
constexpr double latency_cycles = 4;
constexpr double starts_per_cycle = 2;

}  // namespace

EstimatedTile choose_contraction_tile(const Target& target, int lanes, std::int64_t row_extent,
                                      std::int64_t vector_extent, bool row_operand_is_vector,
                                      int most_accumulators) {
    EstimatedTile best{{1, 1, lanes}, 0};
    const std::int64_t whole_vectors = std::max<std::int64_t>(1, (vector_extent + lanes - 1) / lanes);
    for (int rows = 1; rows <= std::min<std::int64_t>(most_rows, row_extent); rows++)
        for (int vectors = 1; vectors <= std::min<std::int64_t>(most_vectors, whole_vectors); vectors++) {
            if (rows * vectors + vectors + 1 > target.vector_registers) continue;
            if (rows * vectors > std::max(1, most_accumulators)) continue;
            // One multiply-add an accumulator; loads: the vectors of the panel, and per row a scalar to
            // spread, or vectors of its own where both operands run along the vectorised loop.
            const double multiply_adds = rows * vectors;
            const double loads = vectors + (row_operand_is_vector ? rows * vectors : rows);
            const double step =
                std::max({multiply_adds / starts_per_cycle, loads / starts_per_cycle, latency_cycles}) + 0.25;
            const double row_tiles = static_cast<double>((row_extent + rows - 1) / rows);
            const double panels = static_cast<double>(whole_vectors) / vectors;
            const double rest = whole_vectors % vectors ? 0.15 : 0.0;
            const double time = step * row_tiles * (panels + rest);
            if (best.step_time == 0 || time < best.step_time * 0.999) best = {{rows, vectors, lanes}, time};
        }
    return best;
}

std::vector<VectorBox> cover_vector_loop(const ContractionTile& tile, std::int64_t extent) {
    std::vector<VectorBox> boxes;
    std::int64_t done = 0;
    const std::int64_t panels = extent / tile.width() * tile.width();
    if (panels > 0) boxes.push_back({0, panels, tile.vectors, tile.lanes});
    done = panels;
    const std::int64_t whole = (extent - done) / tile.lanes * tile.lanes;
    if (whole > 0) boxes.push_back({done, whole, static_cast<int>(whole / tile.lanes), tile.lanes});
    done += whole;
    if (done < extent) boxes.push_back({extent - tile.lanes, tile.lanes, 1, tile.lanes});
    return boxes;
}

}  // namespace hlo2c::scheduler::halide
