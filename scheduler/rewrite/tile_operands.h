#pragma once

#include <cstdint>

#include "frontend/ir/program.h"

namespace hlo2c::scheduler {

/// Computes a large operand of a contraction or reduction one tile at a time, if nothing else reads it: the
/// scores of an attention, the distances between all pairs, or the logits of a loss. Loops over the batching
/// dimensions and the rows of the operand compute a tile of it, and then the results that need this tile; the
/// whole operand is never in memory. An operand is large if it takes more than `cache_bytes` and at least
/// a quarter more than what it is computed from. A tile takes at most about half of the cache.
/// Where a transpose alone reads the results, the loops store them in its order. If as many slots as the
/// target has cores divide the tiles evenly, each slot runs neighbouring iterations of the innermost loop.
void tile_operands(frontend::Program& program, std::int64_t cache_bytes, std::int64_t cores = 1);

}  // namespace hlo2c::scheduler
