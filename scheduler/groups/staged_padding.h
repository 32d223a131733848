#pragma once

#include <optional>
#include <set>

#include "scheduler/groups/affine_view.h"

namespace hlo2c::scheduler {

/// The padding of a convolution's operand that no buffer holds: the kernel stages some padded lines in
/// scratch, computes the results that read them, and goes on.
struct StagedPadding {
    const frontend::Op* pad = nullptr;
    AffineView source;               ///< of the pad's operand: all of its elements, in row-major order
    std::int64_t dimension = 0;      ///< of the padded operand, along which lines follow each other
    std::int64_t result_loop = 0;    ///< of the contraction, which walks this dimension
    std::int64_t line_elements = 0;  ///< of the padded operand, for one position along it
    std::int64_t window = 1;         ///< lines that one result reads
    std::int64_t step = 1;           ///< lines between neighbouring results
};

/// The padding of `op`, if `op` is a convolution of at least two spatial dimensions whose operand is a pad of
/// a constant. Nothing else may read the pad, the value inside it must be in memory, and a few padded lines
/// must fit into scratch. `memory` holds the values that live in memory (see affine_view).
std::optional<StagedPadding> staged_padding(const RegionGraph& graph,
                                            const std::set<frontend::ValueId>& memory,
                                            const frontend::Op& op);

}  // namespace hlo2c::scheduler
