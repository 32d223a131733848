#pragma once

#include <cstdint>

namespace hlo2c::scheduler {

/// The first of the `trips` of a loop that `slot` runs: slots run neighbouring trips, about equally many.
constexpr std::int64_t first_trip(std::int64_t slot, std::int64_t trips, std::int64_t slots) {
    return slot * trips / slots;
}

}  // namespace hlo2c::scheduler
