#pragma once

#include "frontend/evaluate/evaluate.h"
#include "frontend/evaluate/movement.h"
#include "frontend/ir/dimension_numbers.h"

namespace hlo2c::frontend {

/// The type in which products of these operands are summed: the result's. If the operands are floats and the
/// result integers, the sums have the floats' type and are converted afterwards.
TensorType sum_type(const Literal& lhs, const Literal& rhs, const TensorType& result);

/// dot_general of two literals; `type` gives the result's element type.
Literal dot_general(const Literal& lhs, const Literal& rhs, const DotDimensions& dimensions,
                    const TensorType& type, ProductSums sums);

/// Convolution with all defaults filled in. Group counts are as in the specification; only one may exceed 1.
Literal convolve(const Literal& lhs, const Literal& rhs, const ConvolutionDimensions& dimensions,
                 const Window& window, std::int64_t feature_groups, std::int64_t batch_groups,
                 const TensorType& type, ProductSums sums);

}  // namespace hlo2c::frontend
