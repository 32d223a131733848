#pragma once

#include <Halide.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "frontend/integer_division.h"
#include "scheduler/halide/combining_tree.h"
#include "scheduler/halide/staged_lines.h"
#include "scheduler/schedule/schedule.h"

namespace hlo2c::scheduler::halide {

/// The Halide functions of one box of a contraction: panels, then one tile's sums of one stretch, then their
/// totals, then the results.
struct ContractionFuncs {
    std::optional<StagedLines> lines;  ///< of a padded lhs
    std::vector<Halide::Func> panels;
    Halide::Func rows;         ///< defined for converted rows: those of a tile in one stretch
    Halide::Func bias;         ///< defined for biased words: the sums of a column start from it
    Halide::Func accumulator;  ///< one stretch
    Halide::RDom steps;        ///< of a stretch
    /// What is kept for the epilogue, then the levels of totals inside it; none if the place is Accumulators.
    std::vector<ChainLevel> sums;
    Halide::Func output;
};

/// How the functions of one box become loops.
struct ContractionNest {
    struct Loop {
        Halide::Var var;
        std::int64_t extent = 1;
    };
    ContractionTile tile;
    ContractionBox how;
    Halide::Var vector_loop;
    std::optional<Loop> row_loop;
    std::vector<Loop> reusing;      ///< loops that reuse the panel, innermost first
    std::int64_t outer_blocks = 0;  ///< blocks of rows inside all panels; 0: all blocks inside each panel
    bool panels_inside = false;     ///< all panels of one tile of rows before the next tile
    bool copies_panel = false;      ///< neighbours in the panel are neighbours in memory
    std::vector<Loop> outside;      ///< loops that select the panel, innermost first
    std::optional<Loop> staged;     ///< also in `reusing` or `outside`; lines are staged for blocks of it
    std::int64_t staged_rows = 0;   ///< iterations of a block
    std::vector<Loop> around;       ///< loops around blocks of staged lines, innermost first

    /// The number of loops over the columns of a tile: lanes and vectors, or single elements.
    std::size_t column_loops() const { return how.transposed_rows > 0 ? 1 : 2; }
    /// The number of loops over the rows of a tile or block: of transposed blocks, rows and blocks.
    std::size_t row_loops() const { return !row_loop ? 0 : how.transposed_rows > 0 ? 2 : 1; }
    /// The number of loops of a tile.
    std::size_t tile_loops() const { return column_loops() + row_loops(); }
    std::int64_t row_tiles() const { return row_loop ? ceil_div(row_loop->extent, tile.rows) : 1; }
    bool one_block_of_rows() const { return how.block.row_tiles == row_tiles(); }
    /// Rows of a block that holds all of them, rounded up to whole tiles. The last tile begins early enough
    /// to end with the last row; the rows that it shares with the tile before it are in the block twice.
    std::int64_t padded_rows() const { return row_tiles() * tile.rows; }
    bool pads_rows() const;
    /// True if the outermost loop that reuses the panel is in parts; see ContractionBox::block_parts.
    bool divides_loop() const;
    /// True if the rows are neither in tiles nor in blocks where results are stored.
    bool rows_are_one_loop() const;
    /// The row of the result that row `t` of a padded block computes, and a row of the block that computes
    /// row `t` of the result.
    Halide::Expr row_of_padded(const Halide::Expr& t) const;
    Halide::Expr padded_row(const Halide::Expr& t) const;
};

/// Splits, orders, unrolls and vectorises as `nest` says.
void place(const ContractionNest& nest, ContractionFuncs& funcs);

}  // namespace hlo2c::scheduler::halide
