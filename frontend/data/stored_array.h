#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/file_bytes.h"
#include "frontend/ir/literal.h"

namespace hlo2c::frontend {

// Shared by the readers of all array files. `name` stands for the file in diagnostics.

/// Number of elements. Error 0302 for more than 2^56 elements, where sizes of 0 count as 1 because strides
/// are products of the other sizes.
std::size_t stored_element_count(const std::vector<std::int64_t>& shape, const std::string& name);

/// The type of the literal made from an array of `shape` and `stored` elements; its element type is that of
/// `expected`, if given. `carries` says whether `stored` can hold elements of `expected`. Errors: 0303 it
/// cannot, 0304 another shape (a dynamic size matches any).
TensorType stored_type(const std::vector<std::int64_t>& shape, ElementType stored,
                       std::string_view stored_name, bool carries, const TensorType* expected,
                       const std::string& name);

/// Makes a literal from these bytes. Error 0303 if a byte is not a valid value of an element type narrower
/// than a byte.
Literal stored_literal(TensorType type, SharedBytes data, const std::string& name);

/// Files with fewer bytes are read; others are mapped, so that arrays are not copied.
inline constexpr std::size_t least_mapped_bytes = std::size_t{1} << 16;
/// These bytes of the file, copied only if their alignment does not suffice for every element type.
SharedBytes file_bytes(const std::shared_ptr<const FileBytes>& file, std::size_t begin, std::size_t size);

}  // namespace hlo2c::frontend
