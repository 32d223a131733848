#include "frontend/random_programs/values.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace hlo2c::frontend::random_programs {
namespace {

std::uint64_t low_bits(int width) {
    return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

/// The bits of an integer as a Literal stores them: narrow signed ones are extended to their byte.
std::uint64_t stored_integer(ElementType type, std::uint64_t bits) {
    const int width = bit_width(type);
    bits &= low_bits(width);
    const bool negative = is_signed_integer(type) && ((bits >> (width - 1)) & 1) != 0;
    if (negative) bits |= ~low_bits(width);
    return bits & low_bits(8 * byte_width(type));
}

std::uint64_t extreme_float(Random& random, ElementType type) {
    static const std::vector<double> edges = {0.0,
                                              -0.0,
                                              1.0,
                                              -1.0,
                                              0.5,
                                              -0.5,
                                              1.5,
                                              2.5,
                                              -2.5,
                                              std::numeric_limits<double>::infinity(),
                                              -std::numeric_limits<double>::infinity(),
                                              std::numeric_limits<double>::quiet_NaN(),
                                              65504,
                                              65536,
                                              2147483648.0,
                                              -9223372036854775808.0,
                                              4294967296.5,
                                              0x1p-126,
                                              0x1p-149,
                                              -0x1p-140,
                                              0x1.fffffep127,
                                              0x1p-1074,
                                              0x1p-1022,
                                              0x1p-14,
                                              0x1p-24};
    const std::int64_t choice = random.between(0, 9);
    if (choice < 4) return encode_float(type, random.pick(edges));
    if (choice < 7) return encode_float(type, random.unit() * 8 - 4);
    // any pattern, but for NaNs that are not the type's own
    const std::uint64_t bits = random.next() & low_bits(bit_width(type));
    return encode_float(type, decode_float(type, bits));
}

std::uint64_t random_float(Random& random, ElementType type, ValueStyle style, bool whole) {
    if (style == ValueStyle::Extreme) return extreme_float(random, type);
    if (type == ElementType::F8E8M0FNU)
        return encode_float(type, std::ldexp(1.0, static_cast<int>(random.between(-2, 2))));
    if (whole) return encode_float(type, static_cast<double>(random.between(-4, 4)));
    return encode_float(type, random.unit() * 8 - 4);
}

std::uint64_t random_integer(Random& random, ElementType type, ValueStyle style) {
    const int width = bit_width(type);
    if (is_boolean(type)) return random.next() & 1;
    const std::int64_t choice = style == ValueStyle::Extreme ? random.between(0, 9) : 9;
    std::uint64_t bits = 0;
    if (choice < 2) {  // least and largest value, as signed and unsigned, and their neighbours
        bits = (std::uint64_t{1} << (width - 1)) + static_cast<std::uint64_t>(random.between(-1, 1));
    } else if (choice < 4) {
        bits = static_cast<std::uint64_t>(random.between(-1, 1));
    } else if (choice < 7) {
        bits = random.next();
    } else {
        bits = static_cast<std::uint64_t>(is_signed_integer(type) ? random.between(-5, 5)
                                                                  : random.between(0, 9));
    }
    return stored_integer(type, bits);
}

}  // namespace

Literal random_literal(Random& random, const TensorType& type, ValueStyle style,
                       const std::optional<IndexRange>& range) {
    const ElementType part = real_part(type.element);
    const auto width = static_cast<std::size_t>(byte_width(part));
    std::vector<std::byte> bytes(static_cast<std::size_t>(type.byte_size()));
    const bool whole = random.chance(40);
    for (std::size_t at = 0; at < bytes.size(); at += width) {
        std::uint64_t bits = 0;
        if (type.is_quantized()) {
            const Quantization& quantization = type.quantization.front();
            bits = stored_integer(part, static_cast<std::uint64_t>(random.between(
                                            quantization.storage_minimum, quantization.storage_maximum)));
        } else if (range) {
            std::int64_t low = range->first;
            if (is_unsigned_integer(part)) low = std::max<std::int64_t>(low, 0);
            const std::int64_t most = bit_width(part) >= 8 ? 100 : 1;
            bits = stored_integer(part, static_cast<std::uint64_t>(random.between(
                                            std::min(low, most), std::min(range->second, most))));
        } else if (is_float(part)) {
            bits = random_float(random, part, style, whole);
        } else {
            bits = random_integer(random, part, style);
        }
        std::memcpy(bytes.data() + at, &bits, width);
    }
    return Literal(type, std::move(bytes));
}

}  // namespace hlo2c::frontend::random_programs
