#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "frontend/passes/rewriter.h"
#include "scheduler/rewrite/tile_relations.h"

namespace hlo2c::scheduler {

/// A tile of a value that an op computes from other tiles, or of a value in memory.
struct TilePart {
    ValueId value;
    LoopOfDimension loops;
    const Op* op = nullptr;
    std::vector<std::size_t> operands;  ///< numbers of parts
    int innermost = -1;                 ///< the innermost loop that it depends on
};

/// The type of a tile of one of a part's values; `sizes` are those of a tile along each loop.
TensorType tile_type(const frontend::Rewriter& rewriter, const TilePart& part, ValueId value,
                     const std::vector<std::int64_t>& sizes);

/// Emits a copy of an op with other operands, and results of these types.
std::vector<ValueId> emit_copy(frontend::Rewriter& rewriter, const Op& original,
                               std::vector<ValueId> operands, std::vector<frontend::Type> types);
/// A constant of `type` whose elements equal the first one of `literal`.
ValueId emit_splat(frontend::Rewriter& rewriter, const Literal& literal, const TensorType& type);

/// Emits the op of a part on tiles: `made` has the tile of each part. Indices count from the first tile.
std::vector<ValueId> emit_tile(frontend::Rewriter& rewriter, const TilePart& part,
                               const std::vector<ValueId>& made, const std::vector<std::int64_t>& sizes);

/// The ops of a function by region, for a walk that a rewriter makes.
class RegionOps {
public:
    RegionOps(const frontend::Rewriter& rewriter, const Region& body);

    /// Keeps a reduction with its body, which the rewriter's definitions lack.
    void note_reduction(const Op& op) { reductions_.insert({op.results.front(), op}); }
    /// The op that computes `value`, if it is in the region that computes `neighbour`; else nullptr.
    const Op* definition(ValueId value, ValueId neighbour) const;
    /// The dimensions of `value` in the order in which the only op that reads it stores them, if that is a
    /// transpose; else their own order.
    std::vector<std::int64_t> order_of_reader(ValueId value) const;

private:
    void note_regions(const Region& region);
    int region_of(ValueId value) const;

    const frontend::Rewriter& rewriter_;
    std::map<ValueId, int> region_of_;
    int regions_ = 0;
    std::map<ValueId, Op> reductions_;
    std::map<ValueId, std::vector<std::int64_t>> transposed_;  ///< the permutation of one that reads a value
};

}  // namespace hlo2c::scheduler
