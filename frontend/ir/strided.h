#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "frontend/ir/literal.h"

namespace hlo2c::frontend {

using Shape = std::vector<std::int64_t>;

/// A strided view: element (i0, i1, ...) is at offset + i0*strides[0] + ..., in elements.
struct Walk {
    std::int64_t offset = 0;
    Shape strides;
};
Walk row_major_walk(const Shape& shape);

/// Copies an array of `shape` from one walk to another. `width` is the element size in bytes. All elements
/// must lie inside both arrays.
void copy_strided(const Shape& shape, const std::byte* from, const Walk& from_walk, std::byte* to,
                  const Walk& to_walk, std::size_t width);

/// Reads an array of the shape of `type` from a literal by a walk. Splats stay splats.
Literal read_strided(const Literal& from, const Walk& walk, const TensorType& type);

/// Advances a row-major index, which starts at all zeros; false after the last one. A shape without elements
/// has no index.
bool next_index(Shape& index, const Shape& shape);

std::int64_t count_of(const Shape& shape);
std::int64_t dot_product(const Shape& a, const Shape& b);

}  // namespace hlo2c::frontend
