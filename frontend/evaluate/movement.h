#pragma once

#include "frontend/evaluate/interpreter.h"
#include "frontend/ir/strided.h"

namespace hlo2c::frontend {

/// Data movement kernels that static and dynamic ops share. All shapes are known here; `type` gives the
/// element type.

Literal broadcast_in_dim(const Literal& operand, const Shape& dimensions, const TensorType& type);
Literal pad(const Literal& operand, const Literal& value, const Shape& low, const Shape& high,
            const Shape& interior);
Literal slice(const Literal& operand, const Shape& start, const Shape& limit, const Shape& strides);
Literal iota(const TensorType& type, std::int64_t dimension);
Literal transpose(const Literal& operand, const Shape& permutation, const TensorType& type);

/// The integers of a literal; a scalar gives one. Unsigned values that do not fit saturate.
Shape integer_list(const Literal& literal);
/// Lengths of slices of operand 0. A length equal to a dimension's bound becomes the actual size; any other
/// length beyond the actual size is an error.
Shape lengths_inside(const OpCall& call, Shape lengths);
/// Start indices, scalar operands from `first` on, clamped so that a window of `sizes` lies inside `shape`.
Shape clamped_starts(const OpCall& call, int first, const Shape& shape, const Shape& sizes);

}  // namespace hlo2c::frontend
