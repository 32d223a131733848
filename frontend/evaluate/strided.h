#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "frontend/ir/literal.h"

namespace hlo2c::frontend {

using Shape = std::vector<std::int64_t>;

/// A walk over memory: element (i0, i1, ...) is at offset + i0*strides[0] + ..., counted in elements.
struct Walk {
    std::int64_t offset = 0;
    Shape strides;
};
Walk row_major_walk(const Shape& shape);

/// Copies an array of `shape` from one walk to another. `width` is the bytes of an element. Offsets of all
/// elements must lie inside both arrays.
void copy_strided(const Shape& shape, const std::byte* from, const Walk& from_walk, std::byte* to,
                  const Walk& to_walk, std::size_t width);

/// The array of `shape` read out of a literal by a walk; `type` gives the result's element type. Splats stay
/// splats.
Literal read_strided(const Literal& from, const Walk& walk, const TensorType& type);

/// Advances a row-major index; false after the last one. `index` starts at zeros; a shape with a 0 has no
/// index.
bool next_index(Shape& index, const Shape& shape);

std::int64_t count_of(const Shape& shape);
std::int64_t dot_product(const Shape& a, const Shape& b);

}  // namespace hlo2c::frontend
