#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "frontend/ir/attributes.h"
#include "frontend/ir/dimension_lists.h"

namespace hlo2c::frontend {

/// Size of a scatter's windows along each dimension of its inputs: 1 where the updates have no dimension.
inline std::vector<std::int64_t> scatter_window_sizes(const ScatterDimensions& dimensions,
                                                      const TensorType& input, const TensorType& updates) {
    std::vector<std::int64_t> sizes(input.shape.size(), 1);
    std::size_t next = 0;
    for (std::size_t d = 0; d < sizes.size(); d++) {
        const auto number = static_cast<std::int64_t>(d);
        if (contains(dimensions.inserted_window_dims, number) ||
            contains(dimensions.input_batching_dims, number))
            continue;
        sizes[d] = updates.shape[static_cast<std::size_t>(dimensions.update_window_dims[next++])];
    }
    return sizes;
}

}  // namespace hlo2c::frontend
