#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace hlo2c::frontend {

/// 2^56: no tensor has more elements, where sizes 0 are taken for 1.
inline constexpr std::int64_t most_elements = std::int64_t{1} << 56;

/// Numbers that a file gives are added and multiplied in this type, which holds each sum of products of two
/// of them.
__extension__ using Wide = __int128;

/// The number, where 64 bits hold it.
std::optional<std::int64_t> narrowed(Wide value);

/// The product, where 64 bits hold it.
std::optional<std::int64_t> product_of(std::span<const std::int64_t> factors);

}  // namespace hlo2c::frontend
