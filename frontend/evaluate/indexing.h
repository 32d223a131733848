#pragma once

#include "frontend/evaluate/movement.h"
#include "frontend/ir/dimension_numbers.h"

namespace hlo2c::frontend {

/// Index vectors of gather and scatter: a tensor of integers with the components along `vector_dimension`; if
/// that equals the rank, each vector has one component. `batch` is an index over the other dimensions.
class IndexTable {
public:
    IndexTable(const Literal& indices, std::int64_t vector_dimension);
    const Shape& batch_shape() const { return batch_; }
    std::int64_t at(const Shape& batch, std::int64_t component) const;
    /// The batch dimension that corresponds to a dimension of the tensor.
    std::int64_t batch_dimension(std::int64_t dimension) const;

private:
    Shape values_, shape_, strides_, batch_;
    std::size_t vector_;
};

Literal gather(const Literal& operand, const Literal& start_indices, const GatherDimensions& dimensions,
               const Shape& slice_sizes, const TensorType& type);

}  // namespace hlo2c::frontend
