#include "frontend/ir/checked_arithmetic.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "frontend/ir/type.h"

namespace hlo2c::frontend {

std::optional<std::int64_t> narrowed(Wide value) {
    using Limits = std::numeric_limits<std::int64_t>;
    if (value < Limits::min() || value > Limits::max()) return std::nullopt;
    return static_cast<std::int64_t>(value);
}

std::optional<std::int64_t> product_of(std::span<const std::int64_t> factors) {
    std::int64_t product = 1;
    bool fits = true;
    for (const std::int64_t factor : factors) {
        if (factor == 0) return 0;
        fits = fits && !__builtin_mul_overflow(product, factor, &product);
    }
    if (!fits) return std::nullopt;
    return product;
}

bool is_possible_shape(std::span<const std::int64_t> shape, std::span<const std::int64_t> bounds) {
    std::int64_t count = 1;
    for (std::size_t d = 0; d < shape.size(); d++) {
        const std::int64_t bound = d < bounds.size() ? bounds[d] : dynamic_size;
        const std::int64_t size = shape[d] == dynamic_size ? bound : shape[d];
        if ((bound != dynamic_size && bound < 0) || (size != dynamic_size && size < 0)) return false;
        if (size > 0 && count > most_elements / size) return false;
        count *= std::max<std::int64_t>(size, 1);
    }
    return true;
}

std::int64_t saturated(double value) {
    constexpr double limit = 9223372036854775808.0;
    if (std::isnan(value)) return 0;
    if (value >= limit) return INT64_MAX;
    return value < -limit ? INT64_MIN : static_cast<std::int64_t>(value);
}

}  // namespace hlo2c::frontend
