#include "frontend/accuracy/interval.h"

#include <algorithm>
#include <cmath>

#include "frontend/accuracy/float_format.h"

namespace hlo2c::frontend {
namespace {

std::uint64_t bits_of(const Literal& literal, std::size_t element, std::size_t part) {
    const auto width = static_cast<std::size_t>(byte_width(real_part(literal.type().element)));
    const std::span<const std::byte> bytes = literal.element(static_cast<std::int64_t>(element));
    std::uint64_t bits = 0;
    for (std::size_t i = width; i-- > 0;)
        bits = bits << 8 | std::to_integer<std::uint64_t>(bytes[part * width + i]);
    return bits;
}

std::uint64_t bits_at(const NumberOrder& order, std::uint64_t place) {
    return place < order.sign ? order.sign | (order.sign - 1 - place) : place - order.sign;
}

/// The number farthest from `value` in one direction that is still within the bound: starts at the number
/// nearest to the interval's end, and steps back if necessary.
std::uint64_t farthest(ElementType type, const NumberOrder& order, std::uint64_t value, double distance) {
    const double center = decode_float(type, value), largest = largest_number(type);
    const double end = std::clamp(center + distance, order.sign != 0 ? -largest : 0x1p-127, largest);
    std::uint64_t bits = encode_float(type, end);
    const std::uint64_t home = order.place(value);
    while (order.place(bits) != home &&
           !(std::fabs(decode_float(type, bits) - center) <= std::fabs(distance)))
        bits = bits_at(order, order.place(bits) + (order.place(bits) < home ? 1 : std::uint64_t(-1)));
    return bits;
}

Interval accepted_integer(const Estimate& expected, std::size_t element) {
    const TensorType& type = expected.value.type();
    const auto at = static_cast<std::int64_t>(element);
    const double bound = std::floor(expected.bound(element));
    if (bound == 0) return {bits_of(expected.value, element, 0), bits_of(expected.value, element, 0)};
    const double value = parts_of(scalar_at(expected.value, at))[0];
    const TensorType scalar = tensor_type({}, type.element);
    return {bits_of(from_parts(scalar, {value - bound}), 0, 0),
            bits_of(from_parts(scalar, {value + bound}), 0, 0)};
}

}  // namespace

bool NumberOrder::is_nan(std::uint64_t bits) const {
    if (!is_float) return false;
    const std::uint64_t magnitude = sign != 0 ? bits & (sign - 1) : bits;
    return magnitude > largest || (nan != 0 && bits == nan);
}

std::uint64_t NumberOrder::place(std::uint64_t bits) const {
    if (!is_float) return bits ^ sign;
    if (sign == 0) return bits;
    return (bits & sign) != 0 ? sign - 1 - (bits & (sign - 1)) : sign + bits;
}

NumberOrder number_order(ElementType type) {
    const ElementType part = real_part(type);
    NumberOrder order;
    order.is_float = is_float(part);
    if (is_signed_integer(part)) order.sign = std::uint64_t{1} << (8 * byte_width(part) - 1);
    if (!order.is_float) return order;
    if (part != ElementType::F8E8M0FNU) order.sign = std::uint64_t{1} << (bit_width(part) - 1);
    const std::uint64_t infinite = encode_float(part, INFINITY);
    order.largest =
        std::isinf(decode_float(part, infinite)) ? infinite : encode_float(part, largest_number(part));
    const std::uint64_t nan = encode_float(part, NAN);
    if (nan == order.sign && std::isnan(decode_float(part, nan))) order.nan = nan;
    return order;
}

Interval accepted(const Estimate& expected, std::size_t element, std::size_t part) {
    const ElementType type = real_part(expected.value.type().element);
    if (!is_float(type)) return accepted_integer(expected, element);
    const NumberOrder order = number_order(type);
    const std::uint64_t bits = bits_of(expected.value, element, part);
    const double bound = expected.bound(element);
    if (!std::isfinite(decode_float(type, bits))) return {bits, bits};
    Interval ends{bits, bits};
    if (bound > 0) ends = {farthest(type, order, bits, -bound), farthest(type, order, bits, bound)};
    if (!expected.has_open_zeros(element)) return ends;
    const std::uint64_t negative_zero = order.nan == 0 ? order.sign : 0;
    if (order.sign != 0 && decode_float(type, ends.least) == 0) ends.least = negative_zero;
    if (order.sign != 0 && decode_float(type, ends.most) == 0) ends.most = 0;
    return ends;
}

Estimate within(Literal value, Tolerance tolerance) {
    const std::size_t count = static_cast<std::size_t>(value.type().element_count());
    if (!is_float(real_part(value.type().element))) return Estimate(std::move(value));
    double largest = 0;
    for (const double part : parts_of(value))
        if (std::isfinite(part)) largest = std::max(largest, std::fabs(part));
    const double bound = tolerance.absolute + tolerance.relative * largest;
    Estimate estimate(std::move(value), std::vector<double>(count, bound));
    estimate.open(std::vector<bool>(count, true));
    return estimate;
}

}  // namespace hlo2c::frontend
