#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "frontend/ir/type.h"

namespace hlo2c::frontend {

// Lists of dimensions of a tensor.

inline bool contains(const std::vector<std::int64_t>& list, std::int64_t dimension) {
    return std::find(list.begin(), list.end(), dimension) != list.end();
}

inline std::vector<std::int64_t> joined(std::vector<std::int64_t> first,
                                        const std::vector<std::int64_t>& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

/// The sizes of a transposed tensor: dimension i of the result is dimension order[i] of `sizes`.
inline std::vector<std::int64_t> permuted(const std::vector<std::int64_t>& sizes,
                                          const std::vector<std::int64_t>& order) {
    std::vector<std::int64_t> result;
    for (const std::int64_t dimension : order) result.push_back(sizes[static_cast<std::size_t>(dimension)]);
    return result;
}

inline std::int64_t size_at(const TensorType& type, std::int64_t dimension) {
    return type.shape[static_cast<std::size_t>(dimension)];
}

}  // namespace hlo2c::frontend
