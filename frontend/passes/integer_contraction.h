#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// A contraction of quantized operands as one of integers: the result in the expressed type, f32, is
/// convert(sum((lhs - lhs_zero_point) * rhs)) * scale, where the sum is exact in 32 bits, and each step is
/// rounded once. The formulas of the specification dequantize first, and round every product and sum.
struct IntegerContraction {
    std::int64_t lhs_zero_point = 0;
    int axis = -1;               ///< of the result, along which scales differ; -1: there is one
    std::vector<double> scales;  ///< products of the operands' scales, values of f32
};

/// Nothing for ops that are no contraction of two tensors of at most 8 bits per element of one storage type,
/// expressed in f32, the first quantized per tensor and the second without zero points, per tensor or along a
/// dimension of the result; and for sums that may not fit.
std::optional<IntegerContraction> integer_contraction(const Op& op, const TensorType& lhs,
                                                      const TensorType& rhs, const TensorType& result);

}  // namespace hlo2c::frontend
