#include "frontend/evaluate/conversion.h"

#include <cmath>
#include <cstring>

#include "frontend/evaluate/elementwise.h"
#include "frontend/ir/attributes.h"

namespace hlo2c::frontend {
namespace {

/// The integer as a double that rounds to any narrower float type as the integer itself would: bits beyond
/// the 53rd set the last bit (rounding to odd).
double to_double_sticky(std::uint64_t magnitude) {
    constexpr int kept_bits = 53;
    int dropped = 0;
    while (magnitude >> dropped >= std::uint64_t{1} << kept_bits) dropped++;
    const std::uint64_t lost = magnitude & ((std::uint64_t{1} << dropped) - 1);
    const std::uint64_t kept = magnitude >> dropped | (lost != 0 ? 1 : 0);
    return std::ldexp(static_cast<double>(kept), dropped);
}

double to_real(ElementType from, ElementType to, std::int64_t value) {
    const bool is_unsigned = !is_signed_integer(from);
    if (to == ElementType::F64)
        return is_unsigned ? static_cast<double>(static_cast<std::uint64_t>(value))
                           : static_cast<double>(value);
    if (is_unsigned || value >= 0) return to_double_sticky(static_cast<std::uint64_t>(value));
    return -to_double_sticky(-static_cast<std::uint64_t>(value));
}

/// Rounds toward zero and saturates at the limits of the type; NaN gives 0.
std::int64_t to_integer(ElementType to, double value) {
    if (is_boolean(to)) return value != 0;
    if (std::isnan(value)) return 0;
    const int bits = bit_width(to);
    const double truncated = std::trunc(value);
    if (is_signed_integer(to)) {
        const double limit = std::ldexp(1.0, bits - 1);
        if (truncated >= limit) return static_cast<std::int64_t>((std::uint64_t{1} << (bits - 1)) - 1);
        if (truncated <= -limit) return static_cast<std::int64_t>(~std::uint64_t{0} << (bits - 1));
        return static_cast<std::int64_t>(truncated);
    }
    if (truncated <= 0) return 0;
    if (truncated >= std::ldexp(1.0, bits))
        return bits == 64 ? -1 : static_cast<std::int64_t>((std::uint64_t{1} << bits) - 1);
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(truncated));
}

Literal convert_integers(const Literal& from, const TensorType& type) {
    const Elements<std::int64_t> values = integers(from);
    const ElementType source = from.type().element, target = type.element;
    if (domain_of(target) == Domain::Integer) {
        std::vector<std::int64_t> converted(values.values.begin(), values.values.end());
        if (is_boolean(target))
            for (std::int64_t& value : converted) value = value != 0;
        return from_integers(type, std::move(converted));
    }
    const ElementType part = real_part(target);
    std::vector<double> converted;
    converted.reserve(values.values.size());
    for (std::int64_t value : values.values) converted.push_back(to_real(source, part, value));
    if (!is_complex(target)) return from_reals(type, std::move(converted));
    return from_complexes(type, std::vector<Complex>(converted.begin(), converted.end()));
}

Literal convert_reals(const Elements<double>& values, const TensorType& type) {
    switch (domain_of(type.element)) {
        case Domain::Real: return from_reals(type, {values.values.begin(), values.values.end()});
        case Domain::Complex:
            return from_complexes(type, std::vector<Complex>(values.values.begin(), values.values.end()));
        case Domain::Integer: break;
    }
    std::vector<std::int64_t> converted;
    converted.reserve(values.values.size());
    for (double value : values.values) converted.push_back(to_integer(type.element, value));
    return from_integers(type, std::move(converted));
}

/// frexp's exponent of the smallest normal number; subnormal numbers have fewer mantissa bits.
int least_exponent(ElementType type) {
    if (type == ElementType::F64) return -1021;
    return type == ElementType::F16 ? -13 : -125;
}

/// Concatenates elements of `from_bits` bits, least significant first, and splits the bits into elements of
/// type `to`.
std::vector<std::byte> recut(const std::vector<std::byte>& bytes, int from_bits, ElementType to) {
    const int to_bits = bit_width(to);
    const std::size_t from_width = static_cast<std::size_t>(from_bits + 7) / 8;
    const auto to_width = static_cast<std::size_t>(byte_width(to));
    const std::size_t count =
        bytes.size() / from_width * static_cast<std::size_t>(from_bits) / static_cast<std::size_t>(to_bits);
    std::vector<std::byte> result(count * to_width);
    for (std::size_t i = 0; i < count; i++) {
        std::uint64_t value = 0;
        for (int bit = 0; bit < to_bits; bit++) {
            const std::size_t at = i * static_cast<std::size_t>(to_bits) + static_cast<std::size_t>(bit);
            const std::size_t element = at / static_cast<std::size_t>(from_bits);
            const std::size_t inside = at % static_cast<std::size_t>(from_bits);
            const auto byte = std::to_integer<std::uint64_t>(bytes[element * from_width + inside / 8]);
            value |= (byte >> (inside % 8) & 1) << bit;
        }
        if (domain_of(to) == Domain::Integer)
            value = static_cast<std::uint64_t>(wrap(to, static_cast<std::int64_t>(value)));
        std::memcpy(result.data() + i * to_width, &value, to_width);
    }
    return result;
}

}  // namespace

Literal convert(const Literal& from, const TensorType& type) {
    switch (domain_of(from.type().element)) {
        case Domain::Integer: return convert_integers(from, type);
        case Domain::Real: return convert_reals(reals(from), type);
        case Domain::Complex: break;
    }
    const Elements<Complex> values = complexes(from);
    if (is_complex(type.element)) return from_complexes(type, {values.values.begin(), values.values.end()});
    std::vector<double> parts;
    for (const Complex& value : values.values) parts.push_back(value.real());
    return convert_reals({std::move(parts), values.step}, type);
}

void evaluate_Convert(OpCall& call) {
    const Literal& operand = call.operand(0);
    call.give(convert(operand, call.typed(operand.type().shape)));
}

void evaluate_BitcastConvert(OpCall& call) {
    const Literal& operand = call.operand(0);
    const TensorType& declared = call.result_type();
    const int from = bit_width(operand.type().element), to = bit_width(declared.element);
    std::vector<std::int64_t> shape = operand.type().shape;
    if (from > to) shape.push_back(from / to);
    if (from < to) shape.pop_back();
    const TensorType type = with_shape(declared, shape);
    if (from % 8 == 0 && to % 8 == 0) return call.give(Literal(type, operand.expanded()));
    call.give(Literal(type, recut(operand.expanded(), from, declared.element)));
}

void evaluate_ReducePrecision(OpCall& call) {
    const auto exponent_bits = static_cast<int>(call.op()[attr::exponent_bits]);
    const auto mantissa_bits = static_cast<int>(call.op()[attr::mantissa_bits]);
    const ElementType type = call.operand(0).type().element;
    unary(
        call, nullptr,
        [=](double x) {
            if (std::isnan(x) && mantissa_bits == 0) return std::copysign(HUGE_VAL, x);
            if (std::isnan(x) || std::isinf(x) || x == 0) return x;
            const int bias = (1 << (exponent_bits - 1)) - 1;
            int exponent = 0;
            std::frexp(x, &exponent);  // |x| = m * 2^exponent, 0.5 <= m < 1
            exponent = std::max(exponent, least_exponent(type));
            const int shift = mantissa_bits + 1 - exponent;
            double rounded = x;
            if (mantissa_bits < 52) rounded = std::ldexp(std::nearbyint(std::ldexp(x, shift)), -shift);
            // Without mantissa bits, the last exponent bit decides which neighbour is even.
            const bool is_tie = mantissa_bits == 0 && std::fabs(std::ldexp(x, shift)) == 1.5;
            if (is_tie && exponent % 2 == 0) rounded = std::copysign(std::ldexp(1.0, -shift), x);
            rounded = round_to(type, rounded);
            if (!std::isfinite(rounded)) return rounded;
            std::frexp(rounded, &exponent);
            if (exponent_bits < 11 && exponent - 1 > bias) return std::copysign(HUGE_VAL, x);
            if (exponent_bits < 11 && exponent - 1 < 1 - bias) {
                const bool same_range = (type == ElementType::F32 && exponent_bits >= 8) ||
                                        (type == ElementType::BF16 && exponent_bits >= 8) ||
                                        (type == ElementType::F16 && exponent_bits >= 5);
                return same_range ? rounded : std::copysign(0.0, x);
            }
            return rounded;
        },
        nullptr);
}

}  // namespace hlo2c::frontend
