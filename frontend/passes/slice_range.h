#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

namespace hlo2c::frontend {

/// The elements from `start` up to `limit` of one dimension.
struct SliceRange {
    std::int64_t start, limit;
};

/// Where a slice of `count` elements, `stride` (at least 1) apart, lies in a dimension of `size`: moved
/// inside when its computed start puts it beyond an end, as `dynamic_slice` is; nothing where so many do not
/// fit.
inline std::optional<SliceRange> range_inside(std::int64_t start, std::int64_t count, std::int64_t stride,
                                              std::int64_t size) {
    if (count > size || (count > 0 && count - 1 > (size - 1) / stride)) return std::nullopt;
    const std::int64_t reach = count == 0 ? 0 : (count - 1) * stride + 1;
    const std::int64_t begin = std::clamp<std::int64_t>(start, 0, size - reach);
    return SliceRange{begin, begin + reach};
}

}  // namespace hlo2c::frontend
