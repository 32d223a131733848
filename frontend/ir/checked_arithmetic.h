#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace hlo2c::frontend {

/// The most elements a tensor may have, counting sizes of 0 as 1: 2^56.
inline constexpr std::int64_t most_elements = std::int64_t{1} << 56;
/// The most processes a program may run in: 2^20.
inline constexpr std::int64_t most_processes = std::int64_t{1} << 20;

/// 128-bit integer for arithmetic on numbers from a file: it holds sums of products of two 64-bit numbers.
__extension__ using Wide = __int128;

/// `value` in 64 bits; nullopt if it does not fit.
std::optional<std::int64_t> narrowed(Wide value);

/// The product of `factors`; nullopt if it does not fit in 64 bits.
std::optional<std::int64_t> product_of(std::span<const std::int64_t> factors);

/// Whether a tensor may have this shape, in which sizes may be `dynamic_size`, and these bounds (one per
/// dimension, or none): no size or bound is negative, and there are at most `most_elements` elements.
bool is_possible_shape(std::span<const std::int64_t> shape, std::span<const std::int64_t> bounds = {});

/// `value` truncated towards zero and clamped to the range of 64-bit integers; 0 for NaN.
std::int64_t saturated(double value);

}  // namespace hlo2c::frontend
