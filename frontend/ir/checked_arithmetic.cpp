#include "frontend/ir/checked_arithmetic.h"

#include <limits>

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

}  // namespace hlo2c::frontend
