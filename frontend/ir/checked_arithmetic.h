#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace hlo2c::frontend {

/// 2^56: no tensor has more elements, where sizes 0 are taken for 1.
inline constexpr std::int64_t most_elements = std::int64_t{1} << 56;
/// No program runs in more processes.
inline constexpr std::int64_t most_processes = std::int64_t{1} << 20;

/// Numbers that a file gives are added and multiplied in this type, which holds each sum of products of two
/// of them.
__extension__ using Wide = __int128;

/// The number, where 64 bits hold it.
std::optional<std::int64_t> narrowed(Wide value);

/// The product, where 64 bits hold it.
std::optional<std::int64_t> product_of(std::span<const std::int64_t> factors);

/// Whether a tensor may have these sizes, `dynamic_size` among them, and these bounds, one per size or none.
bool is_possible_shape(std::span<const std::int64_t> shape, std::span<const std::int64_t> bounds = {});

/// The integer next to zero, the largest or least one where there is none, 0 for NaN.
std::int64_t saturated(double value);

}  // namespace hlo2c::frontend
