#pragma once

#include <cstdint>
#include <vector>

#include "scheduler/target/target.h"

namespace hlo2c::scheduler {

/// The register tile of a contraction: `rows` x `vectors` accumulators of `lanes` elements.
struct ContractionTile {
    int rows = 1;
    int vectors = 1;
    int lanes = 1;
    int width() const { return vectors * lanes; }
    bool operator==(const ContractionTile&) const = default;
};

/// A stretch of the vectorised loop that is computed with one panel width.
struct VectorBox {
    std::int64_t begin = 0, extent = 0;
    int vectors = 1, lanes = 1;
    int width() const { return vectors * lanes; }
    bool operator==(const VectorBox&) const = default;
};

/// What a tile is chosen for: `row_extent` x `vector_extent` results, `lanes` (at most `vector_extent`) at a
/// time.
struct TileProblem {
    int lanes = 1;
    std::int64_t row_extent = 1, vector_extent = 1;
    std::int64_t row_loops = 1;  ///< how often all rows go by one panel: the extents of the loops around them
    bool row_operand_is_vector = false;
    bool sums_stretches = false;
    /// A total for each accumulator stays in registers where only one tile goes by a panel.
    bool totals_in_registers(int rows) const {
        return sums_stretches && row_extent <= rows && row_loops == 1;
    }
};

/// A tile and the time that one reduction step over all its results takes, in cycles of an idealised machine.
struct EstimatedTile {
    ContractionTile tile;
    double step_time = 0;
};

/// Tiles by estimated time, the least first: multiply-adds against loads and against the latency of too few
/// accumulators. All that lives in the innermost loop fits the registers: accumulators, totals that are not
/// in memory, the panel's vectors and the scalars of rows.
std::vector<EstimatedTile> contraction_tiles(const Target& target, const TileProblem& problem);

/// The sums that wait in memory at one time: those of `row_tiles` tiles of the row loop, for all trips of the
/// first `whole_loops` loops around it.
struct SumBlock {
    std::int64_t row_tiles = 1;
    std::size_t whole_loops = 0;
    bool operator==(const SumBlock&) const = default;
};

/// A block of at least two tiles, where there are as many, of about half the first-level cache; tiles of one
/// stretch follow each other in it. `loops`: extents of the loops around the row loop that reuse the panel,
/// innermost first; `row_bytes`: sums of one row.
SumBlock choose_sum_block(const Target& target, const ContractionTile& tile, std::int64_t row_extent,
                          const std::vector<std::int64_t>& loops, std::int64_t row_bytes);

/// Covers [0, extent) by panels of the tile's width, one narrower panel of whole vectors, and for what is
/// left the shortest vector that has it, which may overlap the one before.
std::vector<VectorBox> cover_vector_loop(const ContractionTile& tile, std::int64_t extent);

}  // namespace hlo2c::scheduler
