#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "frontend/integer_division.h"
#include "frontend/passes/rewriter.h"
#include "scheduler/rewrite/tile_parts.h"

namespace hlo2c::scheduler {

/// A loop over tiles of a dimension. If no tile size divides the extent, the last tile begins early.
struct TileLoop {
    std::int64_t extent = 0, size = 1;
    std::int64_t count() const { return ceil_div(extent, size); }
};

/// What a contraction or reduction becomes.
struct TiledOp {
    std::vector<TileLoop> loops;        ///< the outermost first
    std::int64_t slots = 1;             ///< that the iterations of the innermost loop are divided among
    std::vector<TilePart> parts;        ///< each after its operands; the last one is the op itself
    std::vector<std::size_t> exported;  ///< parts whose whole values ops after the loops read
    std::vector<std::int64_t> order;    ///< of the dimensions of a single result, as the loops store them
};

/// The tiles by which a contraction or reduction computes a large operand, if there is one and tiles save
/// memory; see `tile_operands`.
std::optional<TiledOp> choose_operand_tiles(const frontend::Rewriter& rewriter, const RegionOps& ops,
                                            const Op& root, std::int64_t cache_bytes, std::int64_t cores);

}  // namespace hlo2c::scheduler
