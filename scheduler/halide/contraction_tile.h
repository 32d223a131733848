#pragma once

#include <cstdint>
#include <vector>

#include "scheduler/target/target.h"

namespace hlo2c::scheduler::halide {

/// The register tile of a contraction: `rows` x `vectors` accumulators of `lanes` elements.
struct ContractionTile {
    int rows = 1;
    int vectors = 1;
    int lanes = 1;
    int width() const { return vectors * lanes; }
};

/// A stretch of the vectorised loop that is computed with one panel width.
struct VectorBox {
    std::int64_t begin = 0, extent = 0;
    int vectors = 1, lanes = 1;
    int width() const { return vectors * lanes; }
};

/// A tile and the time that one reduction step over all its results takes, in cycles of an idealised machine.
struct EstimatedTile {
    ContractionTile tile;
    double step_time = 0;
};

/// The tile with the least estimated time for `row_extent` x `vector_extent` results: multiply-adds against
/// loads and against the latency of too few accumulators, within the registers and at most
/// `most_accumulators`. `lanes` is at most `vector_extent`.
EstimatedTile choose_contraction_tile(const Target& target, int lanes, std::int64_t row_extent,
                                      std::int64_t vector_extent, bool row_operand_is_vector,
                                      int most_accumulators);

/// Covers [0, extent) by panels of the tile's width, one narrower panel of whole vectors, and for what is
/// left a vector that overlaps the one before it.
std::vector<VectorBox> cover_vector_loop(const ContractionTile& tile, std::int64_t extent);

}  // namespace hlo2c::scheduler::halide
