#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "scheduler/rewrite/tile_parts.h"

namespace hlo2c::scheduler {

/// The columns of a row that a mask may keep: those whose number minus the row's is in this range.
struct Band {
    std::optional<std::int64_t> least, most;
};

/// The numbers of the loops over rows and columns in the parts of a masked operand.
inline constexpr int row_loop = 0, column_loop = 1;

/// A contraction over the columns of the rows of a softmax, such as the weights of a causal attention, whose
/// scores a mask replaces by a constant. A masked weight is 0 if the constant is so far below the maximum of
/// its row that its exponential underflows to 0.
struct MaskedOperand {
    std::int64_t rows = 0, columns = 0;
    Band band;  ///< outside of it, all scores of a row are `fill`
    double fill = 0;
    std::size_t result_rows = 0;         ///< dimension of the result that has the rows
    std::vector<TilePart> parts;         ///< each after its operands; the last one is the contraction itself
    std::size_t maxima = 0;              ///< the part that has the maximum of each row
    ValueId other = frontend::no_value;  ///< the contraction's other operand
};

/// nullopt if the contraction `root` has no such operand of at least `fewest` rows and columns.
std::optional<MaskedOperand> masked_operand(const frontend::Rewriter& rewriter, const RegionOps& ops,
                                            const Op& root, std::int64_t fewest);

}  // namespace hlo2c::scheduler
