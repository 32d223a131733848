#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// A contraction of quantized operands, computed on integers. In the expressed type, f32, the result is
/// convert(sum((lhs - lhs_zero_point) * rhs)) * scale; the sum is exact in 32 bits, and each step after it
/// rounds once. The specification's formulas dequantize first, and round every product and sum.
struct IntegerContraction {
    std::int64_t lhs_zero_point = 0;
    int axis = -1;               ///< result dimension along which the scales differ; -1: one scale
    std::vector<double> scales;  ///< products of the operands' scales, values of f32
};

/// Requires operands of one storage type of at most 8 bits, expressed in f32: the first quantized per tensor,
/// the second without zero points, per tensor or along a dimension of the result. Nothing for any other op,
/// and if the sum may overflow.
std::optional<IntegerContraction> integer_contraction(const Op& op, const TensorType& lhs,
                                                      const TensorType& rhs, const TensorType& result);

}  // namespace hlo2c::frontend
