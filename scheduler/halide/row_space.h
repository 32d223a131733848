#pragma once

#include <vector>

#include "scheduler/halide/element_builder.h"

namespace hlo2c::scheduler::halide {

/// What all ops of a row group share: rows, and the columns that are reduced.
struct RowSpace {
    std::vector<std::int64_t> shape;  ///< rows first, then columns
    int row_rank = 0;                 ///< dimensions that are rows
    bool stores_rows = false;         ///< the root has the columns too

    /// Maps an index over the row-and-column shape to a shape that differs by dimensions of size 1, or that
    /// has only the row dimensions.
    Index aligned(const Index& index, const std::vector<std::int64_t>& to) const;
    /// True if `other` differs by dimensions of size 1 only.
    bool is_whole(const std::vector<std::int64_t>& other) const;
};

RowSpace row_space(const LoweringContext& context, const Group& group);
/// Ops that compute a value for each element of a row on the way to the root, in the order of the stages.
std::vector<int> row_values(const LoweringContext& context, const Group& group);

}  // namespace hlo2c::scheduler::halide
