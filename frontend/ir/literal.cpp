#include "frontend/ir/literal.h"

#include <bit>
#include <cmath>
#include <limits>

#include "frontend/diagnostic.h"
#include "frontend/ir/checked_arithmetic.h"
#include "frontend/ir/elided.h"
#include "frontend/ir/float_encoding.h"

namespace hlo2c::frontend {
namespace {

std::uint64_t nan_code(const FloatEncoding& format) {
    switch (format.top) {
        case FloatTop::Ieee: {
            const std::uint64_t infinity = format.largest_code() + 1;
            return infinity | std::uint64_t{1} << (format.mantissa_bits - 1);
        }
        case FloatTop::LastIsNan: return format.largest_code() + 1;
        case FloatTop::MinusZero:
        case FloatTop::FiniteOnly: return format.sign_bit();  // FiniteOnly has no NaN: it becomes -0
    }
    return 0;
}

std::uint64_t overflow_code(const FloatEncoding& format, bool negative) {
    const std::uint64_t sign = negative ? format.sign_bit() : 0;
    switch (format.top) {
        case FloatTop::Ieee: return sign | (format.largest_code() + 1);
        case FloatTop::FiniteOnly: return sign | format.largest_code();
        case FloatTop::LastIsNan: return sign | nan_code(format);
        case FloatTop::MinusZero: return nan_code(format);
    }
    return 0;
}

std::uint64_t encode(const FloatEncoding& format, double value) {
    const bool negative = std::signbit(value);
    if (std::isnan(value)) {
        const bool keeps_sign = format.top == FloatTop::Ieee || format.top == FloatTop::LastIsNan;
        return nan_code(format) | (negative && keeps_sign ? format.sign_bit() : 0);
    }
    const double magnitude = std::fabs(value);
    if (!format.has_sign && negative && magnitude != 0) return nan_code(format);
    if (std::isinf(value)) return overflow_code(format, negative);
    const std::uint64_t sign = negative ? format.sign_bit() : 0;
    const int least = format.least_exponent();
    if (magnitude == 0) return format.top == FloatTop::MinusZero ? 0 : sign;

    int exponent = std::ilogb(magnitude);
    if (exponent < least) exponent = least;
    const double hidden = std::ldexp(1.0, format.mantissa_bits);
    double scaled = std::nearbyint(std::ldexp(magnitude, format.mantissa_bits - exponent));
    if (scaled == 2 * hidden) {
        scaled = hidden;
        exponent++;
    }
    std::uint64_t code = 0;
    if (format.has_zero && scaled < hidden) {
        code = static_cast<std::uint64_t>(scaled);
    } else if (scaled < hidden) {
        code = 0;  // no zero to underflow to: becomes the smallest power of two
    } else {
        const auto biased = static_cast<std::uint64_t>(exponent + format.bias);
        code = (biased << format.mantissa_bits) + static_cast<std::uint64_t>(scaled - hidden);
    }
    if (code > format.largest_code()) return overflow_code(format, negative);
    if (code == 0 && format.top == FloatTop::MinusZero) return 0;
    return sign | code;
}

double decode(const FloatEncoding& format, std::uint64_t bits) {
    const std::uint64_t sign = bits & format.sign_bit();
    const std::uint64_t all = (std::uint64_t{1} << (format.exponent_bits + format.mantissa_bits)) - 1;
    const std::uint64_t code = bits & all;
    const double signum = sign != 0 ? -1.0 : 1.0;
    if (format.top == FloatTop::MinusZero && sign != 0 && code == 0)
        return std::numeric_limits<double>::quiet_NaN();
    if (code > format.largest_code()) {
        const bool infinite = format.top == FloatTop::Ieee && code == format.largest_code() + 1;
        return infinite ? signum * std::numeric_limits<double>::infinity()
                        : std::copysign(std::numeric_limits<double>::quiet_NaN(), signum);
    }
    const auto biased = static_cast<int>(code >> format.mantissa_bits);
    const auto fraction = static_cast<double>(code & ((std::uint64_t{1} << format.mantissa_bits) - 1));
    if (biased == 0 && format.has_zero)
        return signum * std::ldexp(fraction, 1 - format.bias - format.mantissa_bits);
    const double hidden = std::ldexp(1.0, format.mantissa_bits);
    return signum * std::ldexp(hidden + fraction, biased - format.bias - format.mantissa_bits);
}

std::uint64_t load(const std::byte* from, int width) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, from, static_cast<std::size_t>(width));
    return bits;
}

}  // namespace

double decode_float(ElementType type, std::uint64_t bits) {
    if (type == ElementType::F64) return std::bit_cast<double>(bits);
    if (type == ElementType::F32) return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    if (type == ElementType::TF32) bits >>= tf32_padding;
    return decode(float_encoding(type), bits);
}

std::uint64_t encode_float(ElementType type, double value) {
    if (type == ElementType::F64) return std::bit_cast<std::uint64_t>(value);
    if (type == ElementType::F32) return std::bit_cast<std::uint32_t>(static_cast<float>(value));
    const std::uint64_t code = encode(float_encoding(type), value);
    return type == ElementType::TF32 ? code << tf32_padding : code;
}

Literal::Literal(TensorType type, SharedBytes bytes, bool splat)
    : type_(std::move(type)), bytes_(std::move(bytes)), splat_(splat) {
    const std::int64_t count = splat_ ? 1 : type_.element_count();
    const bool fills = static_cast<std::int64_t>(bytes_.size()) == count * byte_width(type_.element);
    HLO2C_CHECK(fills || (bytes_.empty() && !splat_),
                "a literal's bytes do not fill its type " + to_string(type_));
}

std::vector<std::byte> Literal::expanded() const {
    if (is_elided(*this)) refuse_elided({});
    const std::span<const std::byte> stored = bytes();
    if (!splat_) return {stored.begin(), stored.end()};
    std::vector<std::byte> all;
    const auto count = static_cast<std::size_t>(type_.element_count());
    all.resize(count * stored.size());
    for (std::size_t i = 0; i < count; i++)
        std::memcpy(all.data() + i * stored.size(), stored.data(), stored.size());
    return all;
}

std::span<const std::byte> Literal::element(std::int64_t index) const {
    const auto width = static_cast<std::size_t>(byte_width(type_.element));
    const std::size_t begin = splat_ ? 0 : static_cast<std::size_t>(index) * width;
    if (bytes().empty() && is_elided(*this)) refuse_elided({});
    HLO2C_CHECK(index >= 0 && begin + width <= bytes().size(), "literal index out of range");
    return bytes().subspan(begin, width);
}

double Literal::real(std::int64_t index) const {
    const ElementType part = real_part(type_.element);
    const std::uint64_t bits = load(element(index).data(), byte_width(part));
    if (is_float(part)) return decode_float(part, bits);
    if (is_boolean(part)) return bits != 0;
    if (is_unsigned_integer(part))
        return static_cast<double>(static_cast<std::uint64_t>(integer_of_bits(part, bits)));
    return static_cast<double>(integer_of_bits(part, bits));
}

std::int64_t Literal::integer(std::int64_t index) const {
    const ElementType part = real_part(type_.element);
    const std::uint64_t bits = load(element(index).data(), byte_width(part));
    if (is_boolean(part)) return bits != 0;
    if (!is_float(part)) return integer_of_bits(part, bits);
    return saturated(decode_float(part, bits));
}

Literal Literal::reshaped(std::vector<std::int64_t> shape) const {
    Literal result = *this;
    result.type_.shape = std::move(shape);
    result.type_.bounds.clear();
    HLO2C_CHECK(result.type_.element_count() == type_.element_count(), "reshape changes the element count");
    return result;
}

bool Literal::operator==(const Literal& other) const {
    if (type_ != other.type_) return false;
    if (splat_ == other.splat_) return bytes_ == other.bytes_;
    const std::span<const std::byte> mine = bytes(), theirs = other.bytes();
    if (mine.empty() || theirs.empty()) return false;
    const std::span<const std::byte>& one = splat_ ? mine : theirs;
    const std::span<const std::byte>& all = splat_ ? theirs : mine;
    for (std::size_t i = 0; i < all.size(); i += one.size())
        if (std::memcmp(all.data() + i, one.data(), one.size()) != 0) return false;
    return true;
}

}  // namespace hlo2c::frontend
