#pragma once

#include "frontend/evaluate/interpreter.h"
#include "frontend/evaluate/strided.h"

namespace hlo2c::frontend {

/// Kernels of data movement that static and dynamic ops share. Shapes are known here; `type` gives the
/// element type.

Literal broadcast_in_dim(const Literal& operand, const Shape& dimensions, const TensorType& type);
Literal pad(const Literal& operand, const Literal& value, const Shape& low, const Shape& high,
            const Shape& interior);
Literal slice(const Literal& operand, const Shape& start, const Shape& limit, const Shape& strides);
Literal iota(const TensorType& type, std::int64_t dimension);
Literal transpose(const Literal& operand, const Shape& permutation, const TensorType& type);

/// A literal of integers as numbers; a scalar gives one. Values of unsigned types that do not fit become the
/// largest.
Shape integer_list(const Literal& literal);
/// Lengths of slices of operand 0. One as long as the bound of a dimension takes what is there; any other
/// that is longer than what is there is an error.
Shape lengths_inside(const OpCall& call, Shape lengths);
/// Start indices given as scalars, operands `first` and on, clamped so that a window of `sizes` lies inside
/// `shape`.
Shape clamped_starts(const OpCall& call, int first, const Shape& shape, const Shape& sizes);

}  // namespace hlo2c::frontend
