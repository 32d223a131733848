#pragma once

#include <cstdint>

namespace hlo2c::scheduler {

/// Long sums add up stretches, which limits rounding errors: of at most this many steps if a divisor of the
/// sum's length allows, and of at least this many.
inline constexpr std::int64_t longest_stretch = 128, shortest_stretch = 32;
/// Where no divisor is in that range, the shortest stretch up to this length is taken.
inline constexpr std::int64_t longest_odd_stretch = 256;

/// How many iterations of a loop of `extent` a stretch takes, whose inner loops take `steps`; 0 if no divisor
/// of the extent makes a stretch.
constexpr std::int64_t stretch_iterations(std::int64_t extent, std::int64_t steps) {
    const std::int64_t most = longest_stretch / steps;
    for (std::int64_t part = most; part > 0 && part * steps >= shortest_stretch; part--)
        if (extent % part == 0) return part;
    for (std::int64_t part = most + 1; part * steps <= longest_odd_stretch; part++)
        if (extent % part == 0) return part;
    return 0;
}

}  // namespace hlo2c::scheduler
