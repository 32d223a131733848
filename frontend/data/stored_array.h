#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/ir/literal.h"

namespace hlo2c::frontend {

// What all files of arrays share. `name` stands for the file in diagnostics.

/// Number of elements; sizes beside one of 0 count as well, for strides are made of them. Error 0302 for more
/// than any tensor has.
std::size_t stored_element_count(const std::vector<std::int64_t>& shape, const std::string& name);

/// The type of the literal that an array of `shape` and `stored` elements becomes: that of `expected` where
/// it is given. `carries` says whether such elements stand for those of `expected`. Errors: 0303 the elements
/// do not, 0304 another shape (sizes that are not known match any).
TensorType stored_type(const std::vector<std::int64_t>& shape, ElementType stored,
                       std::string_view stored_name, bool carries, const TensorType* expected,
                       const std::string& name);

/// The literal of these bytes. Error 0303 for bits that are no value of an element narrower than a byte.
Literal stored_literal(TensorType type, std::vector<std::byte> data, const std::string& name);

}  // namespace hlo2c::frontend
