#pragma once

#include <cstdint>
#include <vector>

#include "scheduler/groups/affine_view.h"

namespace hlo2c::scheduler {

/// One loop of a contraction. Strides are in elements of the operand's base and of the op's row-major result;
/// a reduction loop has result stride 0.
struct ContractionLoop {
    std::int64_t extent = 1;
    std::int64_t lhs_stride = 0, rhs_stride = 0, result_stride = 0;
    int result_dimension = -1;  ///< dimension of the op's result that this loop walks; -1: reduction
    std::int64_t operand_stride(bool is_rhs) const { return is_rhs ? rhs_stride : lhs_stride; }
};

/// The common form of dot_general and convolution: result[o] = sum over reduction loops of lhs[affine] *
/// rhs[affine].
struct Contraction {
    AffineView lhs, rhs;  ///< bases and offsets; the loops hold the strides
    std::vector<ContractionLoop>
        results;  ///< in the order of the result's dimensions; a grouped feature dimension is two loops
    std::vector<ContractionLoop> reductions;
    const AffineView& operand(bool is_rhs) const { return is_rhs ? rhs : lhs; }
    std::int64_t flops() const;
};

/// The contraction of a dot_general, or of a convolution without padding and base dilation. `memory` holds
/// the values that live in memory (see affine_view).
Contraction contraction_of(const RegionGraph& graph, const std::set<frontend::ValueId>& memory,
                           const frontend::Op& op);

}  // namespace hlo2c::scheduler
