#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "frontend/integer_division.h"
#include "frontend/passes/rewriter.h"
#include "scheduler/rewrite/tile_relations.h"

namespace hlo2c::scheduler {

/// A loop over tiles of a dimension. If no tile size divides the extent, the last tile begins early.
struct TileLoop {
    std::int64_t extent = 0, size = 1;
    std::int64_t count() const { return ceil_div(extent, size); }
};

/// A tile of a value that an op in the loops computes, or of a value in memory.
struct TilePart {
    ValueId value;
    LoopOfDimension loops;
    const Op* op = nullptr;
    std::vector<std::size_t> operands;  ///< numbers of parts
    int innermost = -1;                 ///< the innermost loop that it depends on
};

/// What a contraction or reduction becomes.
struct TiledOp {
    std::vector<TileLoop> loops;        ///< the outermost first
    std::vector<TilePart> parts;        ///< each after its operands; the last one is the op itself
    std::vector<std::size_t> exported;  ///< parts whose whole values ops after the loops read
};

/// The ops of a function by region, for a walk that a rewriter makes.
class RegionOps {
public:
    RegionOps(const frontend::Rewriter& rewriter, const Region& body);

    /// Keeps a reduction with its body, which the rewriter's definitions lack.
    void note_reduction(const Op& op) { reductions_.insert({op.results.front(), op}); }
    /// The op that computes `value`, if it is in the region that computes `neighbour`; else nullptr.
    const Op* definition(ValueId value, ValueId neighbour) const;

private:
    void note_regions(const Region& region);
    int region_of(ValueId value) const;

    const frontend::Rewriter& rewriter_;
    std::map<ValueId, int> region_of_;
    int regions_ = 0;
    std::map<ValueId, Op> reductions_;
};

/// The tiles by which a contraction or reduction computes a large operand, if there is one and tiles save
/// memory; see `tile_operands`.
std::optional<TiledOp> choose_operand_tiles(const frontend::Rewriter& rewriter, const RegionOps& ops,
                                            const Op& root, std::int64_t cache_bytes);

}  // namespace hlo2c::scheduler
