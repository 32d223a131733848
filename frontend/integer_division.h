#pragma once

#include <cstdint>

namespace hlo2c {

/// The quotient of two numbers rounded up; `value` is not negative.
constexpr std::int64_t ceil_div(std::int64_t value, std::int64_t divisor) {
    return (value + divisor - 1) / divisor;
}

/// The smallest multiple of `step` that is not below `value`, which is not negative.
constexpr std::int64_t round_up(std::int64_t value, std::int64_t step) {
    return ceil_div(value, step) * step;
}

/// The quotient of two numbers rounded down; `divisor` is positive.
constexpr std::int64_t floor_divide(std::int64_t value, std::int64_t divisor) {
    return value / divisor - (value % divisor < 0);
}

}  // namespace hlo2c
