#include "frontend/ir/extreme_literals.h"

#include <cmath>

namespace hlo2c::frontend {
namespace {

/// Bits above those of an integer or a boolean.
int unused_bits(ElementType element) {
    return 64 - (is_boolean(element) ? 1 : bit_width(element));
}

}  // namespace

bool is_all_ones(const Literal& literal) {
    const int unused = unused_bits(literal.type().element);
    return static_cast<std::uint64_t>(literal.integer(0)) << unused == UINT64_MAX << unused;
}

bool is_least_of_type(const Literal& literal) {
    const ElementType element = literal.type().element;
    if (is_float(element)) return literal.real(0) == -INFINITY;
    return literal.integer(0) == (is_signed_integer(element) ? INT64_MIN >> unused_bits(element) : 0);
}

bool is_greatest_of_type(const Literal& literal) {
    const ElementType element = literal.type().element;
    if (is_float(element)) return literal.real(0) == INFINITY;
    if (!is_signed_integer(element)) return is_all_ones(literal);
    return literal.integer(0) == INT64_MAX >> unused_bits(element);
}

}  // namespace hlo2c::frontend
