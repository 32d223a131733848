#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

namespace hlo2c::frontend {

/// The elements from `start` up to `limit` of one dimension.
struct SliceRange {
    std::int64_t start, limit;
};

/// The range of a slice of `count` elements, `stride` (at least 1) apart, in a dimension of `size`. The start
/// is clamped so that the slice lies inside, as for `dynamic_slice`. Nothing if `count` elements do not fit.
inline std::optional<SliceRange> range_inside(std::int64_t start, std::int64_t count, std::int64_t stride,
                                              std::int64_t size) {
    if (count > size || (count > 0 && count - 1 > (size - 1) / stride)) return std::nullopt;
    const std::int64_t reach = count == 0 ? 0 : (count - 1) * stride + 1;
    const std::int64_t begin = std::clamp<std::int64_t>(start, 0, size - reach);
    return SliceRange{begin, begin + reach};
}

}  // namespace hlo2c::frontend
