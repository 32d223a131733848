#pragma once

#include <cstdint>
#include <vector>

#include "scheduler/loops/loop_nest.h"
#include "scheduler/target/target.h"

namespace hlo2c::scheduler {

/// The register tile of a contraction: `rows` x `vectors` accumulators of `lanes` elements.
struct ContractionTile {
    int rows = 1;
    int vectors = 1;
    int lanes = 1;
    int steps = 1;  ///< whose scalars of a row are loaded as one vector
    int width() const { return vectors * lanes; }
    bool operator==(const ContractionTile&) const = default;
};

/// A range of the vectorised loop that is computed with one panel width.
struct VectorBox {
    std::int64_t begin = 0, extent = 0;
    int vectors = 1, lanes = 1;
    int width() const { return vectors * lanes; }
    bool operator==(const VectorBox&) const = default;
};

/// Limit on the rows of a tile, if nothing else limits them.
inline constexpr int most_tile_rows = 14;

/// The input of the choice of a tile: `row_extent` x `vector_extent` results, in vectors of `lanes` (at most
/// `vector_extent`).
struct TileProblem {
    int lanes = 1;
    std::int64_t row_extent = 1, vector_extent = 1;
    std::int64_t row_loops =
        1;  ///< how often a panel meets all rows: product of the extents of the loops around the rows
    bool row_operand_is_vector = false;
    int unrolled_steps = 0;         ///< of a sum, if they follow each other without a loop
    bool short_inner_loop = false;  ///< compilers unroll the innermost loop of a sum
    bool sums_stretches = false;
    int instructions = 1;  ///< that one step of one accumulator takes
    int conversions = 0;   ///< instructions for each loaded vector or scalar before it is multiplied
    int temporaries = 0;   ///< registers besides accumulators, panel and rows
    int steps = 1;         ///< whose scalars of a row are loaded as one vector
    int most_rows = most_tile_rows;
    bool rows_apart = false;  ///< the distances between the rows of a tile vary
    /// True if each accumulator has a total in a register: only one tile uses a panel.
    bool totals_in_registers(int rows) const {
        return sums_stretches && row_extent <= rows && row_loops == 1;
    }
};

/// A tile, and the cycles that an idealised machine takes for one reduction step over all results of the
/// problem.
struct EstimatedTile {
    ContractionTile tile;
    double step_time = 0;
};

/// Number of consecutive steps whose scalars of a row are loaded as one vector, if they are neighbours in
/// memory: as many as it has lanes where a multiply-add takes one lane for all, else 1. x86 broadcasts
/// scalars from memory for free.
int steps_of_row_vector(const Target& target, ScalarKind kind);

/// Tiles by estimated time, fastest first: the largest of the times for multiply-adds, for loads, and for the
/// latency that too few accumulators expose. Everything that is live in the innermost loop fits the
/// registers: accumulators, totals that are not in memory, the panel's vectors and the rows' scalars.
std::vector<EstimatedTile> contraction_tiles(const Target& target, const TileProblem& problem);

/// The sums that memory holds at one time: those of `row_tiles` tiles of the row loop, for all iterations of
/// the first `whole_loops` loops around it.
struct SumBlock {
    std::int64_t row_tiles = 1;
    std::size_t whole_loops = 0;
    bool operator==(const SumBlock&) const = default;
};

/// The rows that a block divides.
struct BlockProblem {
    std::int64_t row_extent = 1;
    std::vector<std::int64_t> loops = {};  ///< extents of the loops around the rows that reuse the panel,
                                           ///< innermost first
    std::int64_t row_bytes = 0;            ///< of the sums of one row
    double reread_cycles = 0;  ///< that one step of a tile waits for its part of the panel, if the tile is
                               ///< the first of its block
    bool shared = false;       ///< a block is at most a quarter of the tiles, so that threads have blocks to
                               ///< share
};

/// Chooses a block that fills about half the first-level cache, with at least two tiles if there are that
/// many; inside a block, the tiles of one stretch follow each other. The number of slots does not matter, so
/// that a candidate has one name on all of them.
SumBlock choose_sum_block(const Target& target, const ContractionTile& tile, const BlockProblem& problem);

/// Covers [0, extent) with panels of the tile's width, then one narrower panel of whole vectors, then the
/// shortest vector that holds the rest, which may overlap the box before it. With `once` this vector may be
/// as short as one lane, to overlap less.
std::vector<VectorBox> cover_vector_loop(const ContractionTile& tile, std::int64_t extent, bool once = false);

}  // namespace hlo2c::scheduler
