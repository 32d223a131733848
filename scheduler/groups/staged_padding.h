#pragma once

#include <optional>
#include <set>
#include <vector>

#include "scheduler/groups/affine_view.h"

namespace hlo2c::scheduler {

/// A padded spatial dimension of a convolution: a product of result i and step k of the
/// window reads position i * step + k * dilation - low, which is padding outside of 0 to size - 1.
struct PeeledDimension {
    std::int64_t result_loop = 0;  ///< of the contraction
    std::int64_t reduction = 0;    ///< of the contraction
    std::int64_t step = 1, dilation = 1;
    std::int64_t low = 0, size = 0;
    bool operator==(const PeeledDimension&) const = default;
};

/// The padding of a convolution's operand that no buffer holds. The kernel stages some padded lines in
/// scratch, computes the results that read them, and goes on; or it leaves out the products with padding, so
/// that it reads the pad's operand alone: the results at the borders are loops of their own.
struct StagedPadding {
    const frontend::Op* pad = nullptr;
    AffineView source;                    ///< of the pad's operand: all of its elements, in row-major order
    std::vector<PeeledDimension> peeled;  ///< outermost first; empty if lines are staged
    // Of staged lines:
    std::int64_t dimension = 0;      ///< of the padded operand, along which lines follow each other
    std::int64_t result_loop = 0;    ///< of the contraction, which walks this dimension
    std::int64_t line_elements = 0;  ///< of the padded operand, for one position along it
    std::int64_t window = 1;         ///< lines that one result reads
    std::int64_t step = 1;           ///< lines between neighbouring results
};

/// The padding of `op`, if `op` is a convolution whose operand is a pad of a constant. Nothing else may read
/// the pad, and the value inside it must be in memory. It is peeled as `peels_padding` says. Otherwise there
/// must be at least two spatial dimensions, and a few padded lines must fit into scratch. `memory` holds the
/// values that live in memory (see affine_view).
std::optional<StagedPadding> staged_padding(const RegionGraph& graph,
                                            const std::set<frontend::ValueId>& memory,
                                            const frontend::Op& op);

/// True for a depthwise convolution of floats whose features lie last, whose operand is padded by zeros, and
/// whose weights are finite constants, so that the products with padding add zeros.
bool peels_padding(const RegionGraph& graph, const frontend::Op& op);

/// True for a convolution that takes fewer cycles by Winograd's algorithm than with staged lines.
bool suits_winograd(const RegionGraph& graph, const frontend::Op& op);

/// The spatial dimensions of a convolution of floats whose operand is padded by zeros, if its weights are
/// finite constants, so that the products with padding add zeros.
std::vector<PeeledDimension> dimensions_of_zeros(const RegionGraph& graph, const frontend::Op& op);

}  // namespace hlo2c::scheduler
